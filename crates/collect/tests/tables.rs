//! Tables and lines of text, from bytes to readings.

use mirobody_collect::{Parsed, RowTime, parse, parse_text};

/// Name, value, unit, range and flag of each reading.
fn rows(parsed: &Parsed) -> Vec<[&str; 5]> {
    let fields = |r: &mirobody_collect::Row| {
        let d = &r.reading;
        [d.name.as_str(), &d.value, &d.unit, &d.range, &d.flag].map(|s| s.to_owned().leak() as &str)
    };
    parsed.rows.iter().map(fields).collect()
}

fn iso(time: &RowTime) -> &str {
    match time {
        RowTime::Said { iso, .. } => iso,
        _ => "",
    }
}

#[test]
fn a_chinese_blood_count_in_markdown() {
    let parsed = parse_text(
        "检验报告单\n采样时间：2026-05-06 07:50 报告日期：2026-05-07\n姓名：甲乙 性别：女 出生日期：1985-03-04\n\n\
         | 序号 | 检验项目 | 结果 | 单位 | 参考范围 | 提示 |\n|---|---|---|---|---|---|\n\
         | 1 | 红细胞计数(RBC) | 3.61 | 10^12/L | 3.80-5.10 | ↓ |\n| 2 | 血红蛋白(HGB) | 121 | g/L | 115--150 | |\n\
         | 3 | 血小板计数(PLT) | 402 | 10^9/L | 125～350 | 偏高 |\n| 4 | 尿蛋白 | 阴性 | | 阴性 | |\n\
         | 5 | 尿酮体 | 未做 | | 阴性 | |\n| 检验者 | 丙丁 | 审核者 | 戊己 | | |\n",
    );
    assert_eq!(
        rows(&parsed),
        [
            ["红细胞计数(RBC)", "3.61", "10^12/L", "3.80-5.10", "↓"],
            ["血红蛋白(HGB)", "121", "g/L", "115--150", ""],
            ["血小板计数(PLT)", "402", "10^9/L", "125～350", "偏高"],
            ["尿蛋白", "阴性", "", "阴性", ""],
        ]
    );
    assert_eq!((iso(&parsed.time), parsed.language), ("2026-05-06T07:50:00", Some("zh")));
}

#[test]
fn results_split_in_and_out_of_range() {
    let parsed = parse_text(
        "Collected: 2026-02-14 09:30\n\n| Items | In Range | Out of Range | Reference Interval |\n|---|---|---|---|\n\
         | Calcium | 9.4 | | 8.6-10.3 mg/dL |\n| LDL | | 171 H | <130 mg/dL |\n| eGFR | 88 | | > OR = 60 mL/min/1.73m2 |\n",
    );
    assert_eq!(
        rows(&parsed),
        [
            ["Calcium", "9.4", "mg/dL", "8.6-10.3", ""],
            ["LDL", "171", "mg/dL", "<130", "H"],
            ["eGFR", "88", "mL/min/1.73m2", "> OR = 60", ""],
        ]
    );
}

#[test]
fn reference_before_unit_and_unit_joined_to_reference() {
    let parsed = parse_text(
        "| 项目名称 | 检测结果 | 正常参考值 | 单位 |\n|---|---|---|---|\n| 总胆固醇 | 6.11↑ | <5.18 | mmol/L |\n\
         | 肌酐 | 131 H | 57-97 | μmol/L |\n| 尿量 | 1.8 L | | |\n\n\
         | 检验项目 | 报告结果 | 参考值 |\n|---|---|---|\n| 甲胎蛋白 | 2.41 | <7.00&ng/mL |\n\
         | 促甲状腺激素 | 3.1 (0.270 - 4.200)&mIU/L | |\n",
    );
    assert_eq!(
        rows(&parsed),
        [
            ["总胆固醇", "6.11", "mmol/L", "<5.18", "↑"],
            ["肌酐", "131", "μmol/L", "57-97", "H"],
            ["尿量", "1.8", "L", "", ""],
            ["甲胎蛋白", "2.41", "ng/mL", "<7.00", ""],
            ["促甲状腺激素", "3.1", "mIU/L", "(0.270 - 4.200)", ""],
        ]
    );
}

#[test]
fn a_pressure_pair_and_a_unit_inside_the_value() {
    let parsed = parse_text(
        "| Test Item | Measurement | Unit | Normal Range |\n|---|---|---|---|\n\
         | Blood Pressure | 131/84 | mmHg | 90-139/60-89 |\n| Weight | 68.4kg | | |\n",
    );
    assert_eq!(
        rows(&parsed),
        [
            ["Systolic blood pressure", "131", "mmHg", "90-139", ""],
            ["Diastolic blood pressure", "84", "mmHg", "60-89", ""],
            ["Weight", "68.4", "kg", "", ""],
        ]
    );
}

#[test]
fn a_csv_with_dates_flags_and_comparators() {
    let text = "date,test,result,unit,reference range,flag\n2026-01-05,Ferritin,9,ng/mL,15-150,L\n\
                2026-01-06,hs-CRP,<0.3,mg/L,<3.0,\n";
    let parsed = parse(text.as_bytes(), Some("lab.csv")).unwrap();
    assert_eq!(rows(&parsed), [["Ferritin", "9", "ng/mL", "15-150", "L"], ["hs-CRP", "<0.3", "mg/L", "<3.0", ""]]);
    assert_eq!(parsed.rows.iter().map(|r| iso(&r.time)).collect::<Vec<_>>(), ["2026-01-05", "2026-01-06"]);
    assert_eq!(parsed.media_type, "text/csv");
}

#[test]
fn a_semicolon_csv_keeps_the_decimal_comma() {
    let text =
        "Analyse;Resultaat;Eenheid;Referentie\nKalium;5,4;mmol/L;3,5 - 5,1\nTrombocyten;1,234;10E9/L;150 - 400\n";
    let parsed = parse(text.as_bytes(), Some("lab.csv")).unwrap();
    assert_eq!(rows(&parsed)[0], ["Kalium", "5,4", "mmol/L", "3,5 - 5,1", ""]);
    assert_eq!(rows(&parsed)[1][1], "1,234");
    assert_eq!(parsed.language, Some("nl"));
}

#[test]
fn a_csv_in_gb18030() {
    let text = "检验项目,结果,单位,参考范围\n血红蛋白,138,g/L,130-175\n总胆固醇,6.49,mmol/L,<5.18\n";
    let bytes = encoding_rs::GB18030.encode(text).0;
    let parsed = parse(&bytes, Some("化验.csv")).unwrap();
    assert_eq!(rows(&parsed), [["血红蛋白", "138", "g/L", "130-175", ""], ["总胆固醇", "6.49", "mmol/L", "<5.18", ""]]);
}

#[test]
fn a_column_for_each_date() {
    let parsed =
        parse_text("Test,Unit,Reference,2025-11-02,2026-02-14\nLDL,mg/dL,<130,144,121\nHbA1c,%,4.0-5.6,5.9,\n");
    assert_eq!(
        rows(&parsed),
        [
            ["LDL", "144", "mg/dL", "<130", ""],
            ["LDL", "121", "mg/dL", "<130", ""],
            ["HbA1c", "5.9", "%", "4.0-5.6", ""]
        ]
    );
    assert_eq!(
        parsed.rows.iter().map(|r| iso(&r.time)).collect::<Vec<_>>(),
        ["2025-11-02", "2026-02-14", "2025-11-02"]
    );
}

#[test]
fn an_earlier_result_is_not_taken() {
    let parsed = parse_text("Test,Current Result,Previous Result and Date,Units\nTSH,2.1,7.9 2024-01-01,mIU/L\n");
    assert_eq!(rows(&parsed), [["TSH", "2.1", "mIU/L", "", ""]]);
}

#[test]
fn a_column_for_each_quantity() {
    let parsed = parse_text("date,Weight (kg),BP,note\n2026-01-05,72.1,121/80,tired\n2026-01-06,71.9,,\n");
    assert_eq!(
        rows(&parsed),
        [
            ["Weight", "72.1", "kg", "", ""],
            ["Systolic blood pressure", "121", "", "", ""],
            ["Diastolic blood pressure", "80", "", "", ""],
            ["Weight", "71.9", "kg", "", ""],
        ]
    );
    assert_eq!(iso(&parsed.rows[3].time), "2026-01-06");
}

#[test]
fn headings_give_the_specimen() {
    let parsed = parse_text(
        "Test,Result,Unit\nURINE (24u),,\nProtein,0.12,g/L\nSediment,,\nLeukocytes,3,/uL\nHEMATOLOGY,,\nHemoglobin,13.5,g/dL\n",
    );
    let specimens: Vec<_> =
        parsed.rows.iter().map(|r| (r.reading.name.as_str(), r.reading.specimen.as_str())).collect();
    assert_eq!(specimens, [("Protein", "URINE (24u)"), ("Leukocytes", "URINE (24u)"), ("Hemoglobin", "")]);
}

#[test]
fn what_is_no_result_gives_none() {
    for text in [
        "| Name | Result |\n|---|---|\n| rs4680 | AG |\n",
        "| 药品名称 | 剂量 | 用法 |\n|---|---|---|\n| 二甲双胍 | 500mg | 每天两次 |\n| 阿司匹林 | 100 mg | |\n",
        "I walked the dog this morning and felt fine.",
        "Invoice 2026-0034\nTotal: 120.50 EUR\nPhone: 555-0100\n",
    ] {
        assert_eq!(rows(&parse_text(text)), Vec::<[&str; 5]>::new(), "{text}");
    }
}

#[test]
fn a_fixed_width_table() {
    let parsed = parse_text(
        "Test                 Result   Unit      Reference Range\n\
         Hemoglobin (HGB)     138      g/L       115--150\n\
         HBsAg                Negative           Negative\n",
    );
    assert_eq!(
        rows(&parsed),
        [["Hemoglobin (HGB)", "138", "g/L", "115--150", ""], ["HBsAg", "Negative", "", "Negative", ""]]
    );
}
