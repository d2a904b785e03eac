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

// Bounds of 64 bits are those of JSON itself here: they are enforced, but worth no keyword.
integers! {
    i8: Some(i8::MIN.into()), Some(i8::MAX.into());
    i16: Some(i16::MIN.into()), Some(i16::MAX.into());
    i32: Some(i32::MIN.into()), Some(i32::MAX.into());
    i64: None, None;
    isize: None, None;
    u8: Some(0), Some(u8::MAX.into());
    u16: Some(0), Some(u16::MAX.into());
    u32: Some(0), Some(u32::MAX.into());
    u64: Some(0), None;
    usize: Some(0), None;
}

impl Param for f32 {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number);

    fn shape() -> Shape {
        Shape::number()
    }
}

impl Param for f64 {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number);

    fn shape() -> Shape {
        Shape::number()
    }
}

impl<T: Param> Param for Option<T> {
    const FACTS: TypeFacts = {
        assert!(
            !T::FACTS.optional,
            "a parameter is given or left out: write `Option<T>`, not `Option<Option<T>>`"
        );
        TypeFacts { optional: true, ..T::FACTS }
    };

    fn shape() -> Shape {
        T::shape()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Param> Param for Vec<T> {
    const FACTS: TypeFacts = {
        assert!(
            !T::FACTS.optional,
            "a list holds what is there: write `Vec<T>`, not `Vec<Option<T>>`"
        );
        TypeFacts {
            kind: TypeKind::List,
            optional: false,
            // What one item means is not what the list is for.
            described: false,
            example: T::FACTS.example,
            closed: T::FACTS.closed,
            sourced: T::FACTS.sourced,
        }
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
