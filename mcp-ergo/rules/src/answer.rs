//! What an answer holds: its fields, its list, and whether the list says that it was cut.

pub(crate) use crate::finding::path_text as spelt;
use crate::{Beyond, Fact, Kind, ParamFacts, words};

/// Words that a list's answer has in a field beside it where it can say that there is more. Sorted.
const CUT: &[&str] = &[
    "capped",
    "complete",
    "cursor",
    "exhausted",
    "incomplete",
    "last",
    "limit",
    "limited",
    "limits",
    "marker",
    "more",
    "next",
    "offset",
    "page",
    "pagination",
    "paging",
    "partial",
    "remaining",
    "truncated",
    "truncation",
];

/// Words that say how much there is in all. Sorted.
const ALL: &[&str] = &["total", "totals"];

/// Words of parameters that bound how much comes back. Sorted.
const LIMIT: &[&str] = &[
    "cap",
    "count",
    "cursor",
    "depth",
    "first",
    "head",
    "k",
    "last",
    "limit",
    "limits",
    "max",
    "maximum",
    "n",
    "num",
    "offset",
    "pagination",
    "per",
    "rows",
    "size",
    "skip",
    "tail",
    "take",
    "top",
];

/// What stands behind `page` where that counts pages: other pages are of a book or a wiki. Sorted.
const OF_PAGES: &[&str] = &["index", "limit", "no", "num", "number", "size", "token"];

/// Lists that stand beside the one that a tool is for. Sorted.
const ASIDES: &[&str] = &[
    "advice",
    "errors",
    "hints",
    "issues",
    "messages",
    "notes",
    "suggestions",
    "tips",
    "warnings",
];

fn names_any(name: &str, list: &[&str]) -> bool {
    let mut own = words::split(name).into_iter();
    own.any(|word| words::holds(list, &word))
}

/// Runs `visit` over each field of an answer and each field within one, with its path.
pub(crate) fn each_field<'a>(
    answer: &'a ParamFacts,
    visit: &mut dyn FnMut(&[String], &'a ParamFacts),
) {
    fn walk<'a>(
        value: &'a ParamFacts,
        path: &mut Vec<String>,
        visit: &mut dyn FnMut(&[String], &'a ParamFacts),
    ) {
        for inner in value.inner() {
            path.push(inner.name.clone());
            visit(path, inner);
            walk(inner, path, visit);
            path.pop();
        }
    }
    walk(answer, &mut Vec::new(), visit);
}

fn is_list(value: &ParamFacts) -> bool {
    value.kind == Fact::Seen(Kind::Array)
}

/// The list that an answer consists of, or that stands at its root: of several the first that holds
/// objects. One that a schema bounds, or of a closed set, is never long.
pub(crate) fn root_list(answer: &ParamFacts) -> Option<&ParamFacts> {
    let is_open = |list: &&ParamFacts| {
        let closed = |items: &ParamFacts| items.options.present().is_some();
        is_list(list)
            && list.most.present().is_none()
            && !list.items.present().is_some_and(|items| closed(items))
            && !names_any(&list.name, ASIDES)
    };
    if is_list(answer) {
        return Some(answer).filter(is_open);
    }
    let of_objects = |list: &&ParamFacts| {
        let items = list.items.present();
        items.is_some_and(|items| items.kind == Fact::Seen(Kind::Object))
    };
    let mut lists = answer.fields.each().filter(is_open);
    let first = lists.next()?;
    let mut all = std::iter::once(first).chain(lists);
    Some(all.find(of_objects).unwrap_or(first))
}

/// Whether an answer is a list, with nothing but words about it beside it.
pub(crate) fn is_nothing_but_a_list(answer: &ParamFacts) -> bool {
    let is_about_it = |field: &ParamFacts| {
        [CUT, ALL, &["amount", "count", "counts"]]
            .iter()
            .any(|words| names_any(&field.name, words))
    };
    is_list(answer)
        || answer.fields.each().any(is_list)
            && answer
                .fields
                .each()
                .all(|field| is_list(field) || is_about_it(field))
}

/// Whether an answer can say that its list was cut, and whether it can say how long it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Says {
    pub(crate) cut: bool,
    pub(crate) total: bool,
}

impl Says {
    /// Looks at the fields beside the list, and into an object of them: `pagination.next`.
    pub(crate) fn of(answer: &ParamFacts) -> Self {
        let beside = || {
            answer
                .fields
                .each()
                .flat_map(|field| std::iter::once(field).chain(field.fields.each()))
        };
        let has = |list: &[&str]| beside().any(|field| names_any(&field.name, list));
        Self {
            cut: has(CUT),
            total: has(ALL),
        }
    }
}

/// The parameter that bounds how much comes back, or one within an object of parameters.
pub(crate) fn limit(params: &[ParamFacts]) -> Option<&ParamFacts> {
    params
        .iter()
        .flat_map(|param| std::iter::once(param).chain(param.fields.each()))
        .find(|param| bounds(&param.name))
}

fn bounds(name: &str) -> bool {
    let own = words::split(name);
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    match own.as_slice() {
        ["page" | "pages"] => true,
        ["page", next, ..] if words::holds(OF_PAGES, next) => true,
        _ => own.iter().any(|word| words::holds(LIMIT, word)),
    }
}

/// Whether a value's schema says nothing of what is in it. A union says several things, and a map
/// says one of each value, which is not nothing.
pub(crate) fn is_loose(value: &ParamFacts) -> bool {
    match value.kind {
        Fact::Seen(Kind::Object) => {
            let is_map = value.beyond.each().any(|beyond| *beyond == Beyond::Map);
            value.fields.seen().is_some_and(Vec::is_empty) && !is_map
        }
        Fact::Seen(Kind::Array) => value.items.is_absent(),
        Fact::Seen(Kind::Untyped) => !value.beyond.each().any(|beyond| match beyond {
            Beyond::Keyword(key) => matches!(key.as_str(), "anyOf" | "oneOf" | "allOf" | "not"),
            Beyond::Types(_) | Beyond::Nullable(_) => true,
            _ => false,
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array, object, of_kind, param};

    #[test]
    fn lists_are_sorted() {
        for list in [CUT, ALL, LIMIT, OF_PAGES, ASIDES] {
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
        }
    }

    fn list(name: &str) -> ParamFacts {
        array(name, Some(object("[]", vec![param("id", "Id.")])))
    }

    #[test]
    fn the_list_of_an_answer_is_found() {
        let name = |fields| root_list(&object("", fields)).map(|list| list.name.clone());
        assert_eq!(name(vec![list("rows")]), Some("rows".into()));
        let tags = array("tags", Some(of_kind("[]", Kind::String)));
        assert_eq!(name(vec![tags.clone(), list("rows")]), Some("rows".into()));
        assert_eq!(name(vec![tags]), Some("tags".into()));
        assert_eq!(name(vec![list("warnings")]), None);
        let mut bounded = list("rows");
        bounded.most = Fact::Seen(Some(10));
        assert_eq!(name(vec![bounded]), None);
        assert!(root_list(&list("")).is_some());
    }

    #[test]
    fn what_stands_beside_a_list_says_whether_it_was_cut() {
        let says = |name: &str| {
            Says::of(&object(
                "",
                vec![list("rows"), of_kind(name, Kind::Integer)],
            ))
        };
        for name in [
            "truncated",
            "nextToken",
            "has_more",
            "@odata.nextLink",
            "pageInfo",
        ] {
            assert!(says(name).cut, "{name}");
        }
        assert_eq!(
            says("total_count"),
            Says {
                cut: false,
                total: true
            }
        );
        assert!(!says("took_ms").cut);
        let nested = object("meta", vec![of_kind("cursor", Kind::String)]);
        assert!(Says::of(&object("", vec![list("rows"), nested])).cut);
    }

    #[test]
    fn what_bounds_a_list_is_told_from_what_is_called_a_page() {
        for name in [
            "limit",
            "maxResults",
            "page",
            "page_size",
            "pageToken",
            "per_page",
            "k",
        ] {
            assert!(bounds(name), "{name}");
        }
        for name in ["status_page_id", "page_id", "query", "homepage", ""] {
            assert!(!bounds(name), "{name}");
        }
        let nested = object("query", vec![of_kind("limit", Kind::Integer)]);
        assert_eq!(
            limit(&[nested]).map(|found| found.name.as_str()),
            Some("limit")
        );
    }

    #[test]
    fn fields_are_visited_with_their_paths() {
        let answer = object("", vec![list("rows"), param("sum", "Sum.")]);
        let mut paths = Vec::new();
        each_field(&answer, &mut |path, _| paths.push(spelt(path)));
        assert_eq!(paths, ["rows", "rows[]", "rows[].id", "sum"]);
    }
}
