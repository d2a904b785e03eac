//! The names that a catalog knows, and what is wrong with a name in a text.

use std::collections::{BTreeMap, BTreeSet};

use crate::prose::{Reference, references};
use crate::{CatalogFacts, ParamFacts, distance, words};

/// What is wrong with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault<'a> {
    /// A tool is served under another spelling.
    Respelt(&'a str),
    /// The tool exists and is not served to this caller.
    Hidden,
    /// No tool has that name; the nearest one, if any is near.
    Unknown(Option<&'a str>),
}

/// The names of a catalog.
#[derive(Debug)]
pub(crate) struct Vocabulary<'a> {
    served: BTreeSet<&'a str>,
    hidden: BTreeSet<&'a str>,
    /// Served names by their letters alone.
    folded: BTreeMap<String, &'a str>,
    /// Parameters, fields and values: names that are no tools.
    others: BTreeSet<&'a str>,
    /// The words of the served names: verbs in front, objects behind.
    firsts: BTreeSet<String>,
    objects: BTreeSet<String>,
    /// The first segments of served names with hyphens, which tell such names from hyphenated words.
    domains: BTreeSet<&'a str>,
    camel: bool,
}

/// Ends of names of hosts and files.
const ENDINGS: &[&str] = &[
    "ai", "app", "cloud", "com", "conf", "cpp", "css", "csv", "de", "dev", "env", "eu", "gov", "html",
    "io", "ipynb", "java", "js", "json", "jsx", "kt", "lock", "log", "md", "mjs", "net", "org", "pdf",
    "php", "png", "py", "rb", "rs", "sh", "sql", "svg", "toml", "ts", "tsx", "txt", "uk", "xml", "yaml",
    "yml",
];

impl<'a> Vocabulary<'a> {
    pub(crate) fn of(catalog: &'a CatalogFacts) -> Self {
        let names = || catalog.tools.iter().filter_map(|tool| tool.name.seen()).map(String::as_str);
        let served: BTreeSet<&str> = match catalog.served.seen() {
            Some(served) => served.iter().map(String::as_str).collect(),
            None => names().collect(),
        };
        let mut others = BTreeSet::new();
        for tool in &catalog.tools {
            let output = tool.output.present().and_then(|output| output.fields.seen());
            let fields = tool.params.seen().into_iter().chain(output).flatten();
            fields.for_each(|field| collect(field, &mut others));
        }
        let mut vocabulary = Self {
            hidden: names().filter(|name| !served.contains(name)).collect(),
            folded: served.iter().map(|name| (fold(name), *name)).collect(),
            others,
            firsts: BTreeSet::new(),
            objects: BTreeSet::new(),
            domains: BTreeSet::new(),
            camel: served.iter().any(|name| is_camel(name)),
            served,
        };
        for name in &vocabulary.served {
            let phrase = words::split(name);
            vocabulary.firsts.extend(phrase.first().cloned());
            vocabulary.objects.extend(phrase.iter().skip(1).map(|word| singular(word).to_owned()));
            vocabulary.domains.extend(name.split_once('-').map(|(domain, _)| domain));
        }
        vocabulary
    }

    /// Each name in `text` that a reader would take for a tool and that none is served under.
    pub(crate) fn faults<'t>(&self, text: &'t str) -> BTreeMap<&'t str, Fault<'a>> {
        let judged = references(text).into_iter();
        judged.filter_map(|named| Some((named.name, self.fault(&named)?))).collect()
    }

    fn fault(&self, named: &Reference<'_>) -> Option<Fault<'a>> {
        let name = named.name;
        let known = self.served.contains(name) || self.others.contains(name);
        if known || is_file_or_host(name) {
            return None;
        }
        let meant = named.triggered || named.before_tool || named.code;
        if let (Some(_), true) = (self.hidden.get(name), meant || name.contains('_')) {
            return Some(Fault::Hidden);
        }
        if let Some(served) = self.folded.get(&fold(name)) {
            return (meant || name.contains(['.', '_'])).then_some(Fault::Respelt(served));
        }
        if let Some(served) = self.prefixed(name).filter(|_| meant && !named.applied) {
            return Some(Fault::Respelt(served));
        }
        let near = self.near(name);
        let verb = words::split(name).first().is_some_and(|first| words::is_verb(first));
        if near.is_some() && (verb || meant && !named.applied) {
            return Some(Fault::Unknown(near));
        }
        let sent = (named.triggered || named.before_tool) && !named.applied;
        (sent && is_dotted_name(name) || meant && !named.applied && self.has_shape(named))
            .then_some(Fault::Unknown(near))
    }

    /// The served name that `name` ends in or that ends in `name`, a prefix apart.
    fn prefixed(&self, name: &str) -> Option<&'a str> {
        let phrase = words::split(name);
        // One word alone (`projects.list`) ends too many names.
        self.served.iter().copied().find(|served| {
            let own = words::split(served);
            let (long, short) =
                if own.len() > phrase.len() { (&own, &phrase) } else { (&phrase, &own) };
            short.len() > 1 && long.len() > short.len() && long.ends_with(short)
        })
    }

    /// The served name at most two slips away.
    fn near(&self, name: &str) -> Option<&'a str> {
        let wanted = fold(name);
        let allowed = if wanted.len() < 8 { 0 } else { (wanted.len() / 6).min(2) };
        self.folded
            .iter()
            .filter(|(folded, _)| folded.len().abs_diff(wanted.len()) <= allowed)
            .map(|(folded, served)| (distance(&wanted, folded), *served))
            .filter(|(distance, _)| *distance <= allowed)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, served)| served)
    }

    /// Whether a name looks like the catalog's own: a verb and a word in common with one of them,
    /// or one of their domains before a hyphen.
    fn has_shape(&self, named: &Reference<'_>) -> bool {
        let name = named.name;
        if name.contains(['.', '/']) {
            return false;
        }
        if let Some((domain, _)) = name.split_once('-') {
            return self.domains.contains(domain);
        }
        let phrase = words::split(name);
        let Some((first, rest)) = phrase.split_first() else { return false };
        let styled = name.contains('_') || self.camel && is_camel(name);
        let shares_object = rest.iter().any(|word| self.objects.contains(singular(word)));
        styled && words::is_verb(first) && !rest.is_empty()
            && (self.firsts.contains(first) || shares_object)
    }
}

/// Whether a name has dots as only a qualified name has: two of them, or one beside an underscore.
pub(crate) fn is_dotted_name(name: &str) -> bool {
    let dots = name.matches('.').count();
    (dots > 1 || dots == 1 && name.contains('_'))
        && !name.contains('/')
        && name.split('.').all(|part| part.starts_with(|c: char| c.is_ascii_lowercase()))
        && !is_file_or_host(name)
}

fn is_file_or_host(name: &str) -> bool {
    let end = name.rsplit('.').next().filter(|end| end.len() < name.len());
    name.starts_with("www.") || end.is_some_and(|end| ENDINGS.binary_search(&end).is_ok())
}

fn is_camel(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.contains(['_', '-', '.', '/'])
        && name.contains(|c: char| c.is_ascii_uppercase())
}

fn fold(name: &str) -> String {
    words::split(name).concat()
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word)
}

fn collect<'a>(param: &'a ParamFacts, found: &mut BTreeSet<&'a str>) {
    found.insert(&param.name);
    found.extend(param.options.present().into_iter().flatten().map(String::as_str));
    for field in param.fields.seen().into_iter().flatten() {
        collect(field, found);
    }
    if let Some(items) = param.items.present() {
        collect(items, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_hosts_are_no_dotted_names() {
        assert!(ENDINGS.is_sorted());
        for name in ["semarchy.catalog.search_patterns", "deploy.upload_data", "a.b.c"] {
            assert!(is_dotted_name(name), "{name}");
        }
        for name in ["package.json", "my_app.py", "example.co.uk", "catalog.search", "a_b", "1.2.3"] {
            assert!(!is_dotted_name(name), "{name}");
        }
    }
}
