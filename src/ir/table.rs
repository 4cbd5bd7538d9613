//! What an object that is defined const holds.

use rug::Integer;

use super::Type;

/// An integer that the initialiser of an object gives a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Bytes from the object's start.
    pub offset: u64,
    /// Its type.
    pub ty: Type,
    /// Its value, which the type has.
    pub value: Integer,
}

/// Which elements a read may be of: those of the type, at `first` and any number of `stride`s from there, in an object of so many bytes.
pub(crate) struct Reads {
    /// The type that is read.
    pub(crate) ty: Type,
    /// An offset of one.
    pub(crate) first: Integer,
    /// How far others are from it; 0 where there is one only.
    pub(crate) stride: Integer,
    /// The bytes of the object.
    pub(crate) size: u32,
}

impl Reads {
    /// The least and the greatest value that a read inside of the object gives; `None` where one of its offsets may have no element of the
    /// type.
    pub(crate) fn ends(&self, elements: &[Element]) -> Option<(Integer, Integer)> {
        let end = i64::from(self.size) - i64::from(self.ty.bytes());
        let first = if self.stride == 0 {
            self.first.to_i64()?
        } else {
            self.first.clone().div_rem_euc(self.stride.clone().abs()).1.to_i64()?
        };
        let stride = self.stride.clone().abs().to_usize().filter(|stride| *stride > 0);
        let offsets = (first..=end).step_by(stride.unwrap_or(usize::MAX));
        let mut ends: Option<(Integer, Integer)> = None;
        for offset in offsets {
            let offset = u64::try_from(offset).ok()?;
            let place = elements.binary_search_by_key(&offset, |own| own.offset).ok()?;
            let value = &elements.get(place).filter(|own| own.ty == self.ty)?.value;
            ends = Some(match ends {
                None => (value.clone(), value.clone()),
                Some((least, greatest)) => (least.min(value.clone()), greatest.max(value.clone())),
            });
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of every small table, type, beginning and stride: no read inside gives a value beyond the ends.
    #[test]
    fn ends_hold_all_that_is_read() {
        let short = Type::Int { bits: 16, signed: true };
        let byte = Type::Int { bits: 8, signed: false };
        let mut known = 0;
        for layout in [[short; 4], [short, byte, byte, short], [byte, byte, short, short]] {
            let mut elements = Vec::new();
            let mut size = 0;
            for (index, ty) in layout.into_iter().enumerate() {
                let value = Integer::from([5, -3, 9, 2][index]).abs() * (index as u32 % 2 + 1);
                elements.push(Element { offset: u64::from(size), ty, value });
                size += ty.bytes();
            }
            for (ty, first) in
                [short, byte].into_iter().flat_map(|ty| (-6..9).map(move |f| (ty, f)))
            {
                for stride in -6..=6 {
                    let [first, step] = [first, stride].map(Integer::from);
                    let reads = Reads { ty, first: first.clone(), stride: step.clone(), size };
                    let Some((least, greatest)) = reads.ends(&elements) else { continue };
                    known += 1;
                    for times in -20..=20 {
                        let offset = &first + Integer::from(&step * times);
                        if offset < 0 || Integer::from(&offset + ty.bytes()) > size {
                            continue;
                        }
                        let found =
                            elements.iter().find(|own| own.offset == offset && own.ty == ty);
                        let value = &found.expect("every offset has an element").value;
                        assert!(least <= *value && *value <= greatest, "{ty:?} {first} {step}");
                    }
                }
            }
        }
        assert!(known > 40, "{known} known");
    }
}
