//! What holds for any text and any value.

#![expect(clippy::expect_used, reason = "a broken table must stop the test")]

use mirobody_units::{
    Family, Printed, Quantity, Ucum, comparable, convert, decimal_order, family, properties, read, read_for, round_sig,
};
use proptest::prelude::*;
use rust_decimal::Decimal;

const SEED: u64 = 7;

/// Text made of the pieces units are printed with, which random characters would seldom hit.
fn unit_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "mg",
        "mol",
        "L",
        "l",
        "/",
        "/",
        "10",
        "^",
        "*",
        "9",
        "E",
        "x",
        "×",
        "⁹",
        "µ",
        "u",
        "IU",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        ".",
        ",",
        " ",
        "24",
        "h",
        "creat",
        "Hb",
        "每",
        "升",
        "毫",
        "克",
        "per",
        "K",
        "%",
        "m2",
        "-1",
        "1.73",
        "FEU",
        "FEU",
        "cells",
        "тыс",
        "мкл",
        "°C",
        "C",
        "1",
        "0",
        "99999999999",
    ]);
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

fn check_read(text: &str) {
    let units = match read(text) {
        Printed::Known(unit) => vec![unit],
        Printed::Competing(one, other) => {
            assert_ne!(one, other, "{text:?}");
            vec![one, other]
        }
        Printed::None | Printed::Unknown => vec![],
    };
    for unit in units {
        let parsed = Ucum::parse(unit.as_str());
        assert_eq!(parsed.as_ref().ok(), Some(&unit), "{text:?} was read as {unit}, which is not canonical UCUM");
        assert_eq!(
            read(unit.as_str()),
            Printed::Known(unit.clone()),
            "{text:?} was read as {unit}, which reads otherwise"
        );
    }
}

proptest! {
    // One fixed seed: a run says whether a change broke a law, not whether this hour's dice found a new case.
    #![proptest_config(ProptestConfig {
        cases: 500,
        rng_seed: proptest::test_runner::RngSeed::Fixed(SEED),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_reads_as_canonical_ucum_or_not_at_all(text in "\\PC{0,40}") {
        check_read(&text);
        drop(Ucum::parse(&text));
    }

    #[test]
    fn any_mix_of_unit_pieces_reads_as_canonical_ucum_or_not_at_all(text in unit_like()) {
        check_read(&text);
        drop(Ucum::parse(&text));
    }

    #[test]
    fn a_value_comes_back_from_another_unit(mantissa in -1_000_000_i64..1_000_000, scale in 0_u32..6, pair in pairs()) {
        let (from, to, loinc) = pair;
        let value = Decimal::new(mantissa, scale);
        let there = convert(value, &from, &to, loinc).expect("converts");
        let back = convert(there, &to, &from, loinc).expect("converts back");
        prop_assert!((back - value).abs() <= Decimal::new(1, 15), "{value} {from} is {there} {to} is {back}");
    }

    #[test]
    fn a_product_over_one_of_its_factors_is_the_other(
        a in 1_i64..1_000_000, b in 1_i64..1_000_000,
        one in prop::sample::select(vec!["mg/dL", "10*9/L", "m", "kg/m2", "U/L", "[IU]/mL", "mm[Hg]"]),
        other in prop::sample::select(vec!["mL", "h", "g", "/min", "dL/kg", "1"]),
    ) {
        let (a, b) = (Decimal::new(a, 3), Decimal::new(b, 2));
        let first = Quantity { value: a, unit: unit(one) };
        let second = Quantity { value: b, unit: unit(other) };
        let back = first.times(&second).expect("a product").over(&second).expect("a quotient");
        let back = convert(back.value, &back.unit, &first.unit, None).expect("converts");
        prop_assert!((back - a).abs() <= Decimal::new(1, 15), "{a} {one} times and over {b} {other} is {back}");
    }

    #[test]
    fn rounding_keeps_a_value_near(mantissa in any::<i64>(), scale in 0_u32..20, digits in 1_u32..10) {
        let value = Decimal::new(mantissa, scale);
        let rounded = round_sig(value, digits);
        let most = value.abs() / Decimal::from(10_u64.pow(digits - 1));
        prop_assert!((rounded - value).abs() <= most);
    }
}

/// Every unit of one kind against every other: the order is the power of ten of the factor between them.
#[test]
fn the_order_of_a_unit_is_the_power_of_ten_of_its_factor() {
    for kind in ["g", "mol", "eq"] {
        let sizes =
            ["", "m", "u", "n", "p"].into_iter().flat_map(|over| ["L", "dL", "mL", "uL"].map(|under| (over, under)));
        let units: Vec<Ucum> = sizes.map(|(over, under)| unit(&format!("{over}{kind}/{under}"))).collect();
        for (one, other) in units.iter().flat_map(|one| units.iter().map(move |other| (one, other))) {
            let factor = convert(Decimal::ONE, one, other, None).expect("converts");
            let apart = decimal_order(one).expect("an order") - decimal_order(other).expect("an order");
            let power =
                if apart < 0 { Decimal::new(1, apart.unsigned_abs()) } else { Decimal::from(10_i64.pow(apart as u32)) };
            assert_eq!(factor, power, "{one} to {other}");
        }
    }
}

fn unit(code: &str) -> Ucum {
    Ucum::parse(code).expect("a unit")
}

fn pairs() -> impl Strategy<Value = (Ucum, Ucum, Option<&'static str>)> {
    let unit = |code: &str| Ucum::parse(code).expect("a unit");
    prop::sample::select(vec![
        (unit("mg/dL"), unit("g/L"), None),
        (unit("10*9/L"), unit("10*3/uL"), None),
        (unit("[degF]"), unit("Cel"), None),
        (unit("mg/dL"), unit("mmol/L"), Some("2345-7")),
        (unit("meq/L"), unit("mg/dL"), Some("17861-6")),
        (unit("mmol/mol"), unit("%"), Some("4548-4")),
        (unit("U/L"), unit("ukat/L"), None),
    ])
}

#[test]
fn text_of_any_length_is_read_without_delay_or_panic() {
    for piece in ["(", "/", "10*", "mg/", "{", "[", "每", "\u{200b}", " ", "1"] {
        check_read(&piece.repeat(100_000));
        assert!(Ucum::parse(&piece.repeat(100_000)).is_err());
    }
}

#[test]
fn kelvin_per_microlitre_is_never_read() {
    for printed in ["K/uL", "k/ul", "K/UL", "K / uL", "K/mm3", "K/cumm", " K/µL "] {
        assert_eq!(read(printed), Printed::Known(Ucum::parse("10*3/uL").expect("a unit")), "{printed}");
    }
    assert_eq!(read("K"), Printed::Unknown);
    assert_eq!(read("K/L"), Printed::Unknown);
}

#[test]
fn a_unit_gives_the_properties_and_the_family_it_is_used_for() {
    let rows: &[(&str, &str, &str)] = &[
        ("mg/dL", "MCnc", "mass"),
        ("g/dL", "MCnc", "mass"),
        ("mmol/L", "SCnc", "moles"),
        ("meq/L", "SCnc", "moles"),
        ("10*9/L", "NCnc", "count"),
        ("{cells}/uL", "NCnc", "count"),
        ("/[HPF]", "Naric", "perfield"),
        ("U/L", "CCnc", "catalytic"),
        ("ukat/L", "CCnc", "catalytic"),
        ("m[IU]/L", "ACnc", "arbitrary"),
        ("[arb'U]/mL", "ACnc", "arbitrary"),
        ("%", "NFr", "fraction"),
        ("pg", "EntMass", "entmass"),
        ("fL", "EntMeanVol", "entvol"),
        ("mL/min/{1.73_m2}", "ArVRat", "volrate"),
        ("mm[Hg]", "Pres", "pressure"),
        ("Cel", "Temp", "temperature"),
        ("cm", "Len", "length"),
        ("kg", "Mass", "mass_only"),
        ("s", "Time", "time"),
        ("{beats}/min", "NRat", "rate"),
        ("mosm/kg", "Osmol", "osmolality"),
        ("mg/(24.h)", "MRat", "massrate"),
        ("mmol/(24.h)", "SRat", "molesrate"),
        ("mg/g{creat}", "MRto", "massratio"),
        ("mmol/mol", "SRto", "molratio"),
        ("{titer}", "Titr", "titer"),
        // units no table lists, by their dimension
        ("cm/L", "", "-"),
        ("fg/uL", "MCnc", "mass"),
        ("mmol/cL", "SCnc", "moles"),
        ("10*7/dL", "NCnc", "count"),
        ("nkat/dL", "CCnc", "catalytic"),
    ];
    for (code, property, named) in rows {
        let unit = Ucum::parse(code).expect("a unit");
        assert_eq!(properties(&unit).first().copied().unwrap_or_default(), *property, "{code}");
        assert_eq!(family(&unit).map_or("-", Family::name), *named, "{code}");
    }
}

#[test]
fn enzyme_units_carry_both_properties_and_stay_two_quantities() {
    let (enzyme, international) = (Ucum::parse("U/L").expect("a unit"), Ucum::parse("[IU]/L").expect("a unit"));
    for unit in [&enzyme, &international] {
        assert!(properties(unit).contains(&"CCnc") && properties(unit).contains(&"ACnc"));
    }
    assert!(!comparable(&enzyme, &international, Some("1742-6")));
}

#[test]
fn a_spelling_of_two_units_is_settled_by_the_property() {
    assert_eq!(read_for("G/L", "NCnc"), Printed::Known(unit("10*9/L")));
    assert_eq!(read_for(" G/L", "MCnc"), Printed::Known(unit("g/L")));
    assert_eq!(read_for("G/L", "SCnc"), Printed::Competing(unit("10*9/L"), unit("g/L")));
    assert_eq!(read_for("mg/dL, mmol/L", "MCnc"), Printed::Competing(unit("mg/dL"), unit("mmol/L")));
    assert_eq!(read_for("mg/dl", "MCnc"), Printed::Known(unit("mg/dL")));
}

#[test]
fn family_names_come_back() {
    for family in Family::ALL {
        assert_eq!(Family::from_name(family.name()), Some(*family));
    }
}

#[test]
fn rounding_counts_significant_digits() {
    for (value, digits, shown) in
        [("5.5506216", 3, "5.55"), ("0.00012345", 2, "0.00012"), ("99.96", 3, "100"), ("1234.5", 2, "1235")]
    {
        assert_eq!(round_sig(value.parse().expect("a number"), digits).to_string(), shown);
    }
}
