//! The types of the standard library that may be parameters.

use super::{Param, TypeFacts, TypeKind};
use crate::schema::Shape;

impl Param for String {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::Text);

    fn shape() -> Shape {
        Shape::text()
    }
}

impl Param for bool {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::Flag);

    fn shape() -> Shape {
        Shape::flag()
    }
}

macro_rules! integers {
    ($($integer:ty: $min:expr, $max:expr;)+) => {$(
        impl Param for $integer {
            const FACTS: TypeFacts = TypeFacts::of(TypeKind::Integer);

            fn shape() -> Shape {
                Shape::integer($min, $max)
            }
        }
    )+};
}

// Bounds of 64 bits are enforced, and not worth a keyword: the schema leaves them out.
integers! {
    i8: Some(i8::MIN.into()), Some(i8::MAX.into());
    i16: Some(i16::MIN.into()), Some(i16::MAX.into());
    i32: Some(i32::MIN.into()), Some(i32::MAX.into());
    i64: Some(i64::MIN.into()), Some(i64::MAX.into());
    isize: Some(i64::MIN.into()), Some(i64::MAX.into());
    u8: Some(0), Some(u8::MAX.into());
    u16: Some(0), Some(u16::MAX.into());
    u32: Some(0), Some(u32::MAX.into());
    u64: Some(0), Some(u64::MAX.into());
    usize: Some(0), Some(u64::MAX.into());
}

impl Param for f32 {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number);

    fn shape() -> Shape {
        Shape::narrow_number()
    }
}

impl Param for f64 {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number);

    fn shape() -> Shape {
        Shape::number()
    }
}

impl<T: Param> Param for Option<T> {
    const FACTS: TypeFacts = TypeFacts {
        optional: true,
        fault: if T::FACTS.optional {
            Some(
                "a parameter is given or left out, and `Option<Option<T>>` has a third state\nhelp: write `Option<T>`",
            )
        } else {
            T::FACTS.fault
        },
        ..T::FACTS
    };

    fn shape() -> Shape {
        T::shape()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Param> Param for Vec<T> {
    const FACTS: TypeFacts = TypeFacts {
        kind: TypeKind::List,
        optional: false,
        // What one item means is not what the list is for.
        described: false,
        example: T::FACTS.example,
        closed: T::FACTS.closed,
        // A list of jobs is done one after the other.
        jobs: mcp_ergo_rules::Jobs::None,
        sourced: T::FACTS.sourced,
        fault: if T::FACTS.optional {
            Some(
                "a list holds what is there, and the items of this one may be left out\nhelp: write `Vec<T>` instead of `Vec<Option<T>>`",
            )
        } else {
            T::FACTS.fault
        },
    };

    fn shape() -> Shape {
        Shape::list(T::shape())
    }
}

impl<T: Param> Param for Box<T> {
    const FACTS: TypeFacts = T::FACTS;

    fn shape() -> Shape {
        T::shape()
    }

    fn absent() -> Option<Self> {
        T::absent().map(Box::new)
    }
}
