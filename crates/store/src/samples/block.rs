//! The bytes of a block of device samples: columns of numbers, compressed.
//!
//! True here: what is decoded is what was encoded, to the digit; a block that is damaged is an error and never other
//! numbers. Must not be here: SQL, and which samples belong together (that is [`super`]'s).
//!
//! A block is a version byte, the number of decimals of its values, the number of samples (4 bytes, little-endian), and
//! five columns: start in µs since 1970 UTC, duration in µs, offset in seconds east of UTC (`i32::MIN` for none), by how
//! many days the day it counts for is after the start's day in UTC, and value times 10^decimals. A column is its length in bytes (4, little-endian) and either nothing (length 0: all 0),
//! or a byte that says how, 0 and the one number all of it is, or 1 and what `pco` made of it.

use jiff::{Timestamp, civil::Date, tz::Offset};
use mirobody_derive::LocalDay;
use pco::{ChunkConfig, standalone};
use rust_decimal::Decimal;

use crate::StoreError;

const VERSION: u8 = 1;
const SAME: u8 = 0;
const PACKED: u8 = 1;
/// Offset of samples that came with none.
const NO_OFFSET: i64 = i32::MIN as i64;
/// More samples than microseconds that a day has at a kilohertz: a larger count is damage, and is not allocated for.
const MOST: usize = 1 << 27;

/// One device sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Start, or the moment.
    pub start: Timestamp,
    /// End; the start for a moment.
    pub end: Timestamp,
    /// The source's own offset, seconds east.
    pub offset: Option<i32>,
    /// The day it counts for.
    pub day: LocalDay,
    /// The number, in the unit of its block.
    pub value: Decimal,
}

/// Some samples as bytes. Values of more digits than 18 with the decimals they need together are refused.
pub(super) fn encode(samples: &[Sample]) -> Result<Vec<u8>, StoreError> {
    let decimals = samples.iter().map(|sample| sample.value.normalize().scale()).max().unwrap_or(0);
    let count = u32::try_from(samples.len()).map_err(|_| TOO_MANY)?;
    let mut bytes = vec![VERSION, decimals as u8];
    bytes.extend(count.to_le_bytes());
    let start = |sample: &Sample| sample.start.as_microsecond();
    put(&mut bytes, samples.iter().map(start).collect())?;
    put(&mut bytes, samples.iter().map(|sample| sample.end.as_microsecond() - start(sample)).collect())?;
    put(&mut bytes, samples.iter().map(|sample| sample.offset.map_or(NO_OFFSET, i64::from)).collect())?;
    put(&mut bytes, samples.iter().map(shift).collect::<Result<_, _>>()?)?;
    put(&mut bytes, samples.iter().map(|sample| scaled(sample.value, decimals)).collect::<Result<_, _>>()?)?;
    Ok(bytes)
}

const TOO_MANY: StoreError = StoreError::Invalid { field: "samples", message: "at most 134 million in one call" };

/// The day of an instant in UTC: the block it is in.
pub(super) fn utc_day(at: Timestamp) -> Date {
    Offset::UTC.to_datetime(at).date()
}

fn shift(sample: &Sample) -> Result<i64, StoreError> {
    let days = sample.day.date().since(utc_day(sample.start)).map(|span| span.get_days());
    days.map(i64::from).map_err(|_| StoreError::Invalid { field: "day", message: "a day near the instant" })
}

fn scaled(value: Decimal, decimals: u32) -> Result<i64, StoreError> {
    let value = value.normalize();
    let number = 10_i128.checked_pow(decimals - value.scale()).and_then(|power| value.mantissa().checked_mul(power));
    number.and_then(|number| i64::try_from(number).ok()).ok_or(StoreError::Invalid {
        field: "value",
        message: "the samples of one day have more digits than 18 together; send them as records",
    })
}

fn put(bytes: &mut Vec<u8>, column: Vec<i64>) -> Result<(), StoreError> {
    let body = match column.first() {
        Some(first) if column.iter().all(|number| number == first) => match first {
            0 => Vec::new(),
            first => [&[SAME][..], &first.to_le_bytes()].concat(),
        },
        None => Vec::new(),
        Some(_) => packed(&column)?,
    };
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(body);
    Ok(())
}

fn packed(column: &[i64]) -> Result<Vec<u8>, StoreError> {
    let packed = standalone::simple_compress(column, &ChunkConfig::default()).map_err(|_| TOO_MANY)?;
    Ok([&[PACKED][..], &packed].concat())
}

/// The samples of a block.
pub(super) fn decode(bytes: &[u8]) -> Result<Vec<Sample>, StoreError> {
    read(bytes).ok_or(StoreError::Damaged("sample block"))
}

fn read(bytes: &[u8]) -> Option<Vec<Sample>> {
    let (&[version, decimals], rest) = bytes.split_first_chunk()?;
    let (count, mut rest) = rest.split_first_chunk()?;
    let count = usize::try_from(u32::from_le_bytes(*count)).ok().filter(|count| *count <= MOST)?;
    if version != VERSION {
        return None;
    }
    let mut column = || take(&mut rest, count);
    let (starts, durations, offsets, shifts, values) = (column()?, column()?, column()?, column()?, column()?);
    let sample = |at: usize| {
        let start = Timestamp::from_microsecond(starts[at]).ok()?;
        let shift = i32::try_from(shifts[at]).ok().and_then(|days| jiff::Span::new().try_days(days).ok())?;
        Some(Sample {
            start,
            day: utc_day(start).checked_add(shift).ok()?.into(),
            end: Timestamp::from_microsecond(starts[at].checked_add(durations[at])?).ok()?,
            offset: Some(offsets[at]).filter(|offset| *offset != NO_OFFSET).map(i32::try_from).transpose().ok()?,
            value: Decimal::try_from_i128_with_scale(values[at].into(), decimals.into()).ok()?,
        })
    };
    (rest.is_empty()).then(|| (0..count).map(sample).collect())?
}

fn take(rest: &mut &[u8], count: usize) -> Option<Vec<i64>> {
    let (length, after) = rest.split_first_chunk()?;
    let (body, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *rest = after;
    match body.split_first() {
        None => Some(vec![0; count]),
        Some((&SAME, number)) => Some(vec![i64::from_le_bytes(number.try_into().ok()?); count]),
        Some((&PACKED, packed)) => {
            let column: Vec<i64> = standalone::simple_decompress(packed).ok()?;
            (column.len() == count).then_some(column)
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample(start: i64, lasts: i64, offset: Option<i32>, mantissa: i64, decimals: u32) -> Sample {
        let start = Timestamp::from_microsecond(start).unwrap();
        let end = Timestamp::from_microsecond(start.as_microsecond() + lasts).unwrap();
        let zone = Offset::from_seconds(offset.unwrap_or(0)).unwrap();
        Sample {
            start,
            end,
            offset,
            day: zone.to_datetime(start).date().into(),
            value: Decimal::new(mantissa, decimals),
        }
    }

    fn any_sample() -> impl Strategy<Value = Sample> {
        let start = 0_i64..4_000_000_000_000_000;
        let lasts = prop_oneof![Just(0), 0_i64..90_000_000_000];
        let offset = proptest::option::of(-50_400..50_400);
        (start, lasts, offset, -1_000_000_000_i64..1_000_000_000, 0_u32..7)
            .prop_map(|(start, lasts, offset, mantissa, decimals)| sample(start, lasts, offset, mantissa, decimals))
    }

    proptest! {
        #[test]
        fn what_is_decoded_is_what_was_encoded(samples in proptest::collection::vec(any_sample(), 0..300)) {
            let bytes = encode(&samples).unwrap();
            prop_assert_eq!(decode(&bytes).unwrap(), samples);
        }

        #[test]
        fn a_damaged_block_is_an_error_or_as_many_samples(
            samples in proptest::collection::vec(any_sample(), 1..40), cut in 0_usize..4_000, flip in 0_usize..4_000, bit in 0_u8..8,
        ) {
            let mut bytes = encode(&samples).unwrap();
            let place = flip % bytes.len();
            bytes[place] ^= 1 << bit;
            let _ = decode(&bytes);
            bytes.truncate(cut % bytes.len());
            prop_assert!(decode(&bytes).is_err(), "a shorter block is never whole");
        }
    }

    #[test]
    fn a_day_of_a_watch_takes_few_bytes_a_sample() {
        let mut seed = 7_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let mut at = 1_780_000_000_000_000_i64;
        let mut beats = 70_i64;
        let samples: Vec<Sample> = (0..2_700)
            .map(|_| {
                at += 1_000_000 * (25 + random(14) as i64);
                beats = (beats + random(7) as i64 - 3).clamp(45, 180);
                sample(at, 0, Some(7_200), beats, 0)
            })
            .collect();
        let bytes = encode(&samples).unwrap();
        assert!(bytes.len() < 3 * samples.len(), "{} bytes for {} samples", bytes.len(), samples.len());
    }

    #[test]
    fn a_day_may_be_far_from_the_instant() {
        let night = Sample { day: "1970-01-04".parse().unwrap(), ..sample(0, 0, None, 5, 1) };
        assert_eq!(decode(&encode(&[night]).unwrap()).unwrap(), [night]);
    }

    #[test]
    fn too_many_digits_are_refused_and_not_rounded() {
        let samples = [sample(0, 0, None, i64::MAX, 0), sample(1, 0, None, 1, 3)];
        assert_eq!(encode(&samples).unwrap_err().field(), Some("value"));
    }
}
