//! The sentences in Chinese.

use mirobody_derive::LocalDay;
use mirobody_query::Direction;
use mirobody_standardize::Flag;

use super::voice::{Dated, Voice};
use crate::question::Side;

pub(super) struct Chinese;

const fn high(side: Side) -> &'static str {
    match side {
        Side::High => "偏高",
        Side::Low => "偏低",
    }
}

const fn highest(side: Side) -> &'static str {
    match side {
        Side::High => "最高",
        Side::Low => "最低",
    }
}

const fn above(side: Side) -> &'static str {
    match side {
        Side::High => "高于",
        Side::Low => "低于",
    }
}

fn dated(dated: &Dated) -> String {
    format!("{}（{}，来源：{}）", dated.amount, dated.day, dated.source)
}

impl Voice for Chinese {
    fn window(&self, start: Option<LocalDay>, end: Option<LocalDay>) -> String {
        match (start, end) {
            (None, None) => "全部记录中".to_owned(),
            (Some(start), None) => format!("{start} 以来"),
            (None, Some(end)) => format!("截至 {end}"),
            (Some(start), Some(end)) if start == end => format!("{start} 当天"),
            (Some(start), Some(end)) => format!("{start} 至 {end}"),
        }
    }

    fn source(&self, source: &str, page: Option<u32>) -> String {
        page.map_or_else(|| source.to_owned(), |page| format!("{source}，第 {page} 页"))
    }

    fn latest(&self, name: &str, amount: &str, day: LocalDay, source: &str, window: Option<&str>) -> String {
        let window = window.map_or(String::new(), |window| format!("{window}，"));
        format!("{window}最近一次{name}：**{amount}**，日期 {day}（来源：{source}）。")
    }

    fn received(&self) -> String {
        "来源没有给出日期，这里是收到的日期。".to_owned()
    }

    fn reference(&self, range: &str) -> String {
        format!("记录的参考范围：{range}。")
    }

    fn flag(&self, flag: Flag) -> String {
        match flag {
            Flag::Low => "按该报告自己的参考范围标记为偏低。",
            Flag::Normal => "在该报告自己的参考范围之内。",
            Flag::High => "按该报告自己的参考范围标记为偏高。",
            Flag::Abnormal => "标记为异常，没有说明偏高还是偏低。",
        }
        .to_owned()
    }

    fn cannot_judge(&self) -> String {
        "这条读数没有标记，也没有可用的参考范围，所以无法判断偏高、偏低还是正常。".to_owned()
    }

    fn list(&self, name: &str, window: &str, shown: usize) -> String {
        format!("{name}，{window}，共列出 {shown} 条读数，从新到旧：")
    }

    fn cut(&self) -> String {
        "读数比这里列出的更多：请给出更短的时间范围来查看其余读数。".to_owned()
    }

    fn count(&self, name: &str, count: usize, first: LocalDay, last: LocalDay, window: &str) -> String {
        format!("{name}：{window}，共有 {count} 条读数，最早 {first}，最近 {last}。")
    }

    fn first(&self, name: &str, amount: &str, day: LocalDay, source: &str) -> String {
        format!("最早一次{name}：**{amount}**，日期 {day}（来源：{source}）。")
    }

    fn trend(&self, name: &str, count: usize, window: &str) -> String {
        format!("{name}：{window}，共有 {count} 条读数。")
    }

    fn first_and_last(&self, first: &Dated, last: &Dated, change: Option<&str>) -> String {
        let change = change.map_or(String::new(), |change| format!("\n- 变化：{change}"));
        format!("- 最早：{}\n- 最近：**{}**（{}，来源：{}）{change}", dated(first), last.amount, last.day, last.source)
    }

    fn extremes(&self, least: &Dated, greatest: &Dated) -> String {
        format!("- 最低：{}（{}）；最高：{}（{}）", least.amount, least.day, greatest.amount, greatest.day)
    }

    fn only_one(&self) -> String {
        "只有一条读数，无法判断趋势。".to_owned()
    }

    fn direction(&self, direction: Direction) -> String {
        match direction {
            Direction::Rising => "- 方向：上升",
            Direction::Falling => "- 方向：下降",
            Direction::Steady => "- 方向：平稳",
            Direction::Mixed => "- 方向：不明确，读数有升有降",
            Direction::TooFew => "- 方向：少于三条读数，无法判断",
        }
        .to_owned()
    }

    fn stats(&self, name: &str, average: &str, counted: usize, window: &str) -> String {
        format!("{name}，{window}：{counted} 条读数的平均值为 **{average}**。")
    }

    fn no_average(&self, name: &str, count: usize, window: &str) -> String {
        format!("{name}，{window}：{count} 条读数都不是单纯的数字，没有平均值。")
    }

    fn bounded(&self, count: usize) -> String {
        format!("有 {count} 条读数带有 < 或 >，计入次数，但不计入平均值、最低值和最高值。")
    }

    fn left_out(&self, count: usize, unit: &str) -> String {
        let unit = if unit.is_empty() { "其他读数" } else { unit };
        format!("有 {count} 条读数的单位无法与 {unit} 比较，没有计入。")
    }

    fn converted(&self, count: usize, unit: &str) -> String {
        format!("有 {count} 条读数换算成了 {unit}。")
    }

    fn extreme(&self, side: Side, name: &str, amount: &str, day: LocalDay, source: &str, window: &str) -> String {
        format!("{window}，{}的{name}：**{amount}**，日期 {day}（来源：{source}）。", highest(side))
    }

    fn ever_flagged(
        &self,
        side: Side,
        name: &str,
        flagged: usize,
        count: usize,
        latest: &Dated,
        window: &str,
    ) -> String {
        format!(
            "有：{window}，{count} 条{name}读数中有 {flagged} 条按报告自己的参考范围标记为{}，最近一条是 {}。",
            high(side),
            dated(latest)
        )
    }

    fn never_flagged(&self, side: Side, name: &str, judged: usize, window: &str) -> String {
        format!("没有：{window}，{judged} 条带有标记或参考范围的{name}读数中，没有标记为{}的。", high(side))
    }

    fn unjudged(&self, count: usize) -> String {
        format!("有 {count} 条读数没有标记，也没有参考范围，无法判断。")
    }

    fn cannot_judge_any(&self, side: Side, name: &str, window: &str) -> String {
        format!("{window}，{name}读数都没有标记或参考范围，所以无法判断是否{}。", high(side))
    }

    fn outside(&self, count: usize) -> String {
        format!("有 {count} 条读数标记为异常，没有说明方向。")
    }

    fn beyond(&self, side: Side, name: &str, limit: &str, extreme: &Dated, window: &str) -> String {
        format!("有：{window}，{name}有{} {limit} 的读数，{}为 {}。", above(side), highest(side), dated(extreme))
    }

    fn not_beyond(&self, side: Side, name: &str, limit: &str, counted: usize, extreme: &Dated, window: &str) -> String {
        format!(
            "没有：{window}，{counted} 条{name}读数都不{} {limit}，{}为 {}。",
            above(side),
            highest(side),
            dated(extreme)
        )
    }

    fn assumed_unit(&self, unit: &str) -> String {
        format!("问题中没有单位，这里按记录的单位 {unit} 理解。")
    }

    fn limit_not_comparable(&self, name: &str, limit: &str, unit: &str) -> String {
        let unit = if unit.is_empty() { "无" } else { unit };
        format!("{limit} 无法与{name}读数比较，读数的单位是：{unit}。")
    }

    fn never_recorded(&self, name: &str) -> String {
        format!("没有{name}的记录。这并不表示结果正常或没有相关情况，只表示这里没有这样的读数。")
    }

    fn related(&self, names: &[String]) -> String {
        format!("以相近名称记录、可能是其他项目的有：{}。", names.join("、"))
    }

    fn uncoded(&self, names: &[String]) -> String {
        format!("以下记录的名称没有对应到已知项目，也可能就是它：{}。", names.join("、"))
    }

    fn outside_window(&self, name: &str, window: &str, first: LocalDay, last: LocalDay) -> String {
        format!("{window}，没有{name}的记录，已有记录从 {first} 到 {last}。")
    }

    fn empty(&self) -> String {
        "目前没有任何记录。这并不表示一切正常或没有相关情况，只表示这里还没有读数。".to_owned()
    }

    fn catalogue(&self, total: usize) -> String {
        format!("您的记录中有 {total} 项指标：")
    }

    fn catalogue_line(&self, name: &str, count: u64, first: LocalDay, last: LocalDay) -> String {
        let days = if first == last { first.to_string() } else { format!("{first} 至 {last}") };
        format!("- {name}：{count} 条读数，{days}")
    }

    fn more(&self, count: usize) -> String {
        format!("- 另有 {count} 项")
    }

    fn greeting(&self) -> String {
        format!("您好。{}", self.can_answer(&[]))
    }

    fn advice(&self) -> String {
        "我不能做诊断，也不能就治疗、用药或结果的意义给出建议：请咨询医生；情况紧急时请联系当地急救。我可以列出记录中的读数供您带去就诊，\
         例如某项指标的最近一次数值或趋势。"
            .to_owned()
    }

    fn other_person(&self) -> String {
        "我只能读取本次对话所对应的这一个人的记录，不能回答其他人的情况。请询问您自己的读数，例如“我最近一次的LDL是多少”。".to_owned()
    }

    fn unread(&self, what: &str) -> String {
        if what.is_empty() {
            return "我没有读懂这个问题问的是哪一项记录。".to_owned();
        }
        format!("我无法把“{what}”对应到某个检查项目，因此没有查询任何数据。")
    }

    fn left_aside(&self, what: &str) -> String {
        format!("“{what}”没有读懂，未作考虑，请确认这是您要查的项目。")
    }

    fn can_answer(&self, names: &[String]) -> String {
        let text =
            "我根据您已记录的读数回答：最近一次数值、趋势、一段时间的平均值、是否曾超过某个数值，以及都记录了什么。"
                .to_owned();
        if names.is_empty() { text } else { format!("{text}已记录：{}。", names.join("、")) }
    }

    fn failed(&self) -> String {
        "现在无法读取记录，请稍后再试。".to_owned()
    }

    fn space(&self) -> &'static str {
        ""
    }

    fn date(&self) -> &'static str {
        "日期"
    }
}
