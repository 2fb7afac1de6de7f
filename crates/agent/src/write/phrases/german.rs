//! The sentences in German.

use super::Phrases;

pub(super) const PHRASES: Phrases = Phrases {
    space: " ",
    comma: ", ",
    date: "Datum",
    window_all: "in allen Aufzeichnungen",
    window_since: "seit {start}",
    window_until: "bis {end}",
    window_day: "am {start}",
    window_days: "vom {start} bis {end}",
    source_page: "{source}, Seite {page}",
    dated: "{amount} am {day} (Quelle: {source})",
    no_unit: "keiner Einheit",
    other_readings: "den anderen Messwerten",
    latest: "Ihr letzter Wert für {name}[ {window}]: **{amount}** am {day} (Quelle: {source}).",
    received: "Die Quelle nannte kein Datum; dies ist der Tag des Eingangs.",
    reference: "Der aufgezeichnete Referenzbereich ist {range}.",
    flagged_low: "Er ist nach dem Referenzbereich des Befunds als zu niedrig markiert.",
    flagged_normal: "Er liegt im Referenzbereich des Befunds.",
    flagged_high: "Er ist nach dem Referenzbereich des Befunds als zu hoch markiert.",
    flagged_abnormal: "Er ist als auffällig markiert, ohne Richtung.",
    cannot_judge: "Dazu wurde weder eine Markierung noch ein brauchbarer Referenzbereich aufgezeichnet, daher lässt sich nicht \
                   sagen, ob er hoch, niedrig oder normal ist.",
    first: "Ihr erster Wert für {name}: **{amount}** am {day} (Quelle: {source}).",
    list: "{name}, {count} {count|Messwert|Messwerte} {window}, neueste zuerst:",
    cut: "Es gibt mehr Messwerte, als hier stehen: Nennen Sie einen kürzeren Zeitraum, um die übrigen zu sehen.",
    count: "{name}: {count} {count|Messwert|Messwerte} {window}, der erste am {first}, der letzte am {last}.",
    trend: "{name}: {count} {count|Messwert|Messwerte} {window}.",
    first_mark: "- Erster: {dated}",
    last_mark: "- Letzter: **{amount}** am {day} (Quelle: {source})",
    change: "- Veränderung: {change}",
    extremes: "- Niedrigster: {least} am {least_day}; höchster: {greatest} am {greatest_day}",
    only_one: "Es gibt nur einen Messwert, daher lässt sich kein Verlauf angeben.",
    rising: "- Richtung: steigend",
    falling: "- Richtung: fallend",
    steady: "- Richtung: gleichbleibend",
    mixed: "- Richtung: keine klare; die Messwerte gehen in beide Richtungen",
    too_few: "- Richtung: aus weniger als drei Messwerten nicht zu erkennen",
    average: "{name} {window}: Durchschnitt **{average}** aus {count} {count|Messwert|Messwerten}.",
    no_average: "{name} {window}: {count} {count|Messwert|Messwerte}, davon keiner eine einfache Zahl, daher kein Durchschnitt.",
    bounded: "{count} {count|Messwert|Messwerte} mit < oder > {count|zählt|zählen} mit, gehen aber nicht in Durchschnitt, \
              niedrigsten und höchsten Wert ein.",
    left_out: "{count} {count|Messwert|Messwerte} in einer Einheit, die nicht mit {unit} vergleichbar ist, {count|ist|sind} \
               weggelassen.",
    converted: "{count} {count|Messwert ist|Messwerte sind} in {unit} umgerechnet.",
    extreme: "Ihr {side|höchster|niedrigster} Wert für {name} {window}: **{amount}** am {day} (Quelle: {source}).",
    ever_flagged: "Ja: {flagged} von {count} {count|Messwert|Messwerten} für {name} {window} {flagged|ist|sind} nach dem \
                   Referenzbereich des Befunds als zu {side|hoch|niedrig} markiert, zuletzt {dated}.",
    never_flagged: "Nein: Von den {count} {count|Messwert|Messwerten} für {name} {window} mit Markierung oder Referenzbereich \
                    ist keiner als zu {side|hoch|niedrig} markiert.",
    unjudged: "{count} {count|Messwert hat|Messwerte haben} weder Markierung noch Referenzbereich, dazu lässt sich nichts sagen.",
    cannot_judge_any: "Zu keinem Messwert für {name} {window} wurde eine Markierung oder ein Referenzbereich aufgezeichnet, daher \
                       lässt sich nicht sagen, ob er {side|hoch|niedrig} war.",
    outside: "{count} {count|Messwert ist|Messwerte sind} ohne Richtung als auffällig markiert.",
    beyond: "Ja: {name} lag {window} {side|über|unter} {limit}. Der {side|höchste|niedrigste} Wert war {dated}.",
    not_beyond: "Nein: Keiner der {count} {count|Messwerte|Messwerte} für {name} {window} liegt {side|über|unter} {limit}. Der \
                 {side|höchste|niedrigste} Wert war {dated}.",
    beyond_count: "Das sind {count} von {total} {total|Messwert|Messwerten}.",
    assumed_unit: "Sie haben keine Einheit genannt: Ich habe {unit} angenommen, die aufgezeichnete.",
    limit_not_comparable: "{limit} ist nicht mit den Messwerten für {name} vergleichbar, die in {unit} sind.",
    abnormal: "Markiert oder außerhalb des mitgedruckten Referenzbereichs {window}: {count} von {total} \
               {total|Messgröße|Messgrößen}.",
    abnormal_line: "- {name}: {flagged} von {count} {count|Messwert|Messwerten} ({marks}).",
    abnormal_none: "Von den {total} {total|Messgröße|Messgrößen} {window} hat keine einen Messwert, der markiert ist oder außerhalb \
                    des mitgedruckten Referenzbereichs liegt.",
    abnormal_reading: "Zuletzt zu {side|hoch|niedrig}: {dated}[, Referenzbereich {range}].",
    abnormal_within: "Alle Messwerte mit Markierung oder Referenzbereich liegen darin: {names}.",
    abnormal_undecided: "Weder Markierung noch Referenzbereich aufgezeichnet, daher lässt sich nichts sagen zu: {names}.",
    abnormal_cut: "Der Datensatz enthält mehr Messgrößen, als ich auf einmal lese: Nennen Sie die, um die es Ihnen geht.",
    share: "{name} {window}: {within} von {judged} {judged|Messwert|Messwerten} mit Markierung oder Referenzbereich \
            {within|liegt|liegen} darin ({percent}%).",
    share_line: "- {what}: {count}",
    share_low: "niedrig",
    share_within: "im Referenzbereich",
    share_high: "hoch",
    share_other: "auffällig, ohne Richtung",
    share_undecided: "ohne Markierung und Referenzbereich",
    compared: "{name} im Vergleich, {first} und {second}:",
    side_average: "- {window}: Durchschnitt **{average}** aus {count} {count|Messwert|Messwerten}; niedrigster {least} am \
                   {least_day}, höchster {greatest} am {greatest_day}",
    side_one: "- {window}: **{amount}** am {day} (Quelle: {source}), 1 Messwert",
    side_none: "- {window}: kein Messwert aufgezeichnet",
    side_no_number: "- {window}: {count} {count|Messwert|Messwerte}, davon keiner eine einfache Zahl",
    difference: "- Unterschied: {difference} ({second} minus {first})",
    no_difference: "- Die Einheiten sind nicht vergleichbar, daher gibt es keinen Unterschied anzugeben",
    one_side: "Es gibt nicht auf beiden Seiten Messwerte, daher ist nichts zu vergleichen.",
    start_unknown: "Der Datensatz sagt nicht, wann Sie[ mit {what}] begonnen haben. Nennen Sie mir das Datum („vor und nach“ mit dem Tag), \
                    dann vergleiche ich die Messwerte davor und danach.",
    by_day: "{name} pro Tag {window}:",
    by_week: "{name} pro Woche (jede nach ihrem Montag benannt) {window}:",
    by_month: "{name} pro Monat {window}:",
    bucket: "- {period}: {amount} ({count} {count|Messwert|Messwerte})",
    running: "- {period}: {amount}, zusammen {total}",
    bucket_cut: "Es gibt mehr, als hier steht: Nennen Sie einen kürzeren Zeitraum, um den Rest zu sehen.",
    unit_asked: "Wie gewünscht von {from} in {unit} umgerechnet.",
    unit_refused: "{name} ist in {from} aufgezeichnet und lässt sich nicht in {unit} angeben: {from} und {unit} messen bei dieser \
                   Messgröße nicht dasselbe. Gezeigt wird, was aufgezeichnet ist.",
    unit_none: "{name} ist ohne Einheit aufgezeichnet und lässt sich nicht in {unit} angeben. Gezeigt wird, was aufgezeichnet ist.",
    never_recorded: "Für {name} ist kein Messwert aufgezeichnet. Das heißt nicht, dass er normal ist oder dass nichts vorliegt; es \
                     heißt nur, dass es hier keinen solchen Messwert gibt.",
    related: "Unter einem verwandten Namen aufgezeichnet, vielleicht eine andere Messgröße: {names}.",
    uncoded: "Aufgezeichnete Namen, die zu keiner bekannten Messgröße passen und es sein könnten: {names}.",
    outside_window: "Für {name} ist {window} kein Messwert aufgezeichnet. Die Messwerte reichen von {first} bis {last}.",
    empty: "Es ist noch nichts aufgezeichnet. Das heißt nicht, dass etwas normal ist oder nicht vorliegt: Hier gibt es keine \
            Messwerte.",
    catalogue: "Ihr Datensatz enthält {total} {total|Messgröße|Messgrößen}:",
    catalogue_line: "- {name}: {count} {count|Messwert|Messwerte}, {first}[ bis {last}]",
    more: "- und {count} weitere",
    complaints: "Beschwerden, die Sie angegeben haben:",
    complaint_line: "- {name}[ ({code})]: {count} {count|Angabe|Angaben}, {first}[ bis {last}]",
    complaint_count: "{name}: {count} {count|Angabe|Angaben} {window}, die erste am {first}, die letzte am {last}.",
    complaint_said: "Zuletzt am {day}: „{said}“ (Quelle: {source}).",
    complaint_none: "{window} sagt keine Angabe, dass Sie {name} hatten.",
    complaint_negated: "{count} {count|Angabe sagt|Angaben sagen}, dass Sie es nicht hatten[, zuletzt am {day}].",
    complaint_uncertain: "{count} {count|Angabe sagt|Angaben sagen}, dass Sie es vielleicht hatten[, zuletzt am {day}].",
    complaint_past: "{count} {count|Angabe sagt|Angaben sagen}, dass es vorbei war[, zuletzt am {day}].",
    complaint_outside: "Keine Angabe zu {name} {window}. Angaben dazu gibt es von {first} bis {last}.",
    complaint_never: "{name} wurde nie angegeben.",
    complaint_absence: "Was nicht angegeben wurde, kann trotzdem da gewesen sein.",
    greeting: "Guten Tag. {can_answer}",
    advice: "Ich kann keine Diagnose stellen und nicht zu Behandlung, Medikamenten oder der Bedeutung eines Ergebnisses raten: Bitte \
             fragen Sie eine Ärztin oder einen Arzt, in dringenden Fällen den Notruf. Ich kann Ihnen die aufgezeichneten Messwerte \
             zum Mitnehmen zeigen, zum Beispiel den letzten Wert oder den Verlauf.",
    other_person: "Ich kann nur den Datensatz lesen, für den dieses Gespräch geöffnet wurde, und das ist der einer einzigen Person. \
                   Über andere kann ich nichts sagen. Fragen Sie nach Ihren eigenen Messwerten, zum Beispiel „Wie hoch ist mein \
                   letztes LDL?“.",
    unread_nothing: "Ich konnte nicht erkennen, um welche Messgröße es geht.",
    unread: "Ich konnte „{what}“ keiner Messgröße zuordnen und habe daher nichts nachgesehen.",
    left_aside: "„{what}“ habe ich nicht verstanden und beiseitegelassen: Bitte prüfen Sie, ob dies die gemeinte Messgröße ist.",
    can_answer: "Ich antworte aus Ihren aufgezeichneten Messwerten: der letzte Wert, der Verlauf, ein Durchschnitt über einen Zeitraum, \
                 ob ein Wert je über einer Grenze lag, welche Ergebnisse außerhalb ihres Referenzbereichs liegen, zwei Zeiträume \
                 nebeneinander, oder was überhaupt aufgezeichnet ist.",
    recorded: "Aufgezeichnet: {names}.",
    failed: "Der Datensatz konnte gerade nicht gelesen werden. Bitte versuchen Sie es noch einmal.",
};
