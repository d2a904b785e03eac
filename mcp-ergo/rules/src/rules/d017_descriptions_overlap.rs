use std::collections::{BTreeMap, BTreeSet};

use crate::meaning::{Said, sense, senses, words_of};
use crate::phrase::Phrase;
use crate::prose::{self, Token, is_certainly_english};
use crate::{CatalogFacts, Judge, Part, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds two tools whose descriptions share over two thirds of their words and do not tell them apart.
    ///
    /// Families are passed over: texts that name what each tool is about ("Delete a user", "Delete a
    /// group") tell them apart however much else they share, and so do one and many (`get_tag`,
    /// `get_tags`). So does an `instead` between the two, or on a
    /// foreign server a text that names the other tool.
    ///
    /// ## Why it matters
    ///
    /// A model reads two texts that say the same and takes either tool. The wrong one often answers too, so
    /// that nobody notices.
    ///
    /// Precision: 2 of 17 findings, all there were on 82 public servers, were right when read (after
    /// mending: 2 of 2); false alarms: one and all of them, boilerplate around what sets two tools apart,
    /// the difference said further down; missed: 4 of 6 pairs found by reading 16 servers, whose texts each
    /// begin in words of their own or share less than two thirds.
    ///
    /// ## Bad
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_balance",
    ///     "title": "Get balance",
    ///     "description": "Get the money on one account with its currency. Use when the user asks what is left.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "account_id": {
    ///           "type": "string",
    ///           "description": "Account id, e.g. 'acc_7'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["account_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   },
    ///   {
    ///     "name": "get_statement",
    ///     "title": "Get statement",
    ///     "description": "Get the money on one account with its currency. Use when the user asks what is left there.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "account_id": {
    ///           "type": "string",
    ///           "description": "Account id, e.g. 'acc_7'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["account_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   }
    /// ]
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_balance",
    ///     "title": "Get balance",
    ///     "description": "Get the money on one account with its currency. Use when the user asks what is left.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "account_id": {
    ///           "type": "string",
    ///           "description": "Account id, e.g. 'acc_7'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["account_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   },
    ///   {
    ///     "name": "get_statement",
    ///     "title": "Get statement",
    ///     "description": "Get every movement of a month on one account. Use when the user asks where the money went.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "account_id": {
    ///           "type": "string",
    ///           "description": "Account id, e.g. 'acc_7'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["account_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   }
    /// ]
    /// ```
    DESCRIPTIONS_OVERLAP, "D017", "descriptions-overlap";
    own: Warn, foreign: Info, rubric: Selectability, at: [Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, quality rubric: no two tools overlap"),
        Measured("mcp-toolgauge: models pick 44 % right of sibling pairs that overlap, all of those told apart"),
        Measured("mcp-doctor, AgentGauge: likeness alone flags good families, so it is not enough here"),
    ],
    check: Catalog(check),
}

/// One tool's text, read once.
struct Text<'a> {
    tool: usize,
    name: &'a str,
    /// The words of the name, each with its gist.
    phrase: Vec<(String, String)>,
    /// The last noun of the name's object.
    noun: Option<String>,
    said: Said,
    /// The tools to use instead: as declared, or else all that the text names.
    instead: BTreeSet<&'a str>,
    /// Whether the text itself may send the reader elsewhere.
    is_read: bool,
    /// The gists of its first sentence.
    head: BTreeSet<String>,
    /// What the whole text says, as sorted numbers of gists.
    gists: Vec<usize>,
}

/// Bytes of a description after which the first client cuts.
const SEEN: usize = 2048;

/// Texts that say fewer things are alike by chance.
const FEWEST: usize = 3;

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let texts = read(catalog);
    for (at, text) in texts.iter().enumerate() {
        let before = texts[..at].iter();
        let alike = before.filter(|other| overlap(other, text) && !are_told_apart(other, text));
        let nearest = alike.max_by_key(|other| shared(&other.gists, &text.gists));
        if let Some(other) = nearest {
            let message = format!(
                "the descriptions of `{}` and `{}` say nearly the same",
                other.name, text.name
            );
            let help = judge.own_or(
                format!(
                    "say in each doc comment what the other does not do, and send the reader on: `instead({} = \"…\")`",
                    other.name
                ),
                format!(
                    "say in each what the other does not do, and send the reader on, as in `Use {} for …`",
                    other.name
                ),
            );
            judge.report_tool(catalog, text.tool, Part::Description, message, help);
        }
    }
}

/// The tools whose texts have enough words in common to be worth a closer look. Words are compared as
/// they are written, which is quick; what they mean decides afterwards.
fn candidates(catalog: &CatalogFacts) -> BTreeSet<usize> {
    let tools = catalog.tools.iter().enumerate();
    let bags: Vec<(usize, Vec<u64>)> = tools
        .filter_map(|(tool, facts)| Some((tool, bag(beginning(facts.description.present()?)))))
        .collect();
    let mut found = BTreeSet::new();
    for (at, (tool, bag)) in bags.iter().enumerate() {
        for (other, before) in &bags[..at] {
            let most = bag.len().min(before.len());
            let all = bag.len() + before.len();
            // Two fifths of the union at the least; both cannot share more than the shorter has.
            if most * 7 < all * 2 {
                continue;
            }
            let both = shared(before, bag);
            if both * 7 >= all * 2 {
                found.extend([*tool, *other]);
            }
        }
    }
    found
}

/// The words of a text as numbers, sorted, each once.
fn bag(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let number = |word: &str| {
        let bytes = word.bytes().map(|byte| byte.to_ascii_lowercase());
        // FNV-1a: two words of one number only cost a closer look.
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let mut bag: Vec<u64> = words.filter(|word| !word.is_empty()).map(number).collect();
    bag.sort_unstable();
    bag.dedup();
    bag
}

fn read(catalog: &CatalogFacts) -> Vec<Text<'_>> {
    let candidates = candidates(catalog);
    let named = catalog.tools.iter().filter_map(|tool| tool.name.seen());
    let served: BTreeSet<&str> = named.map(String::as_str).collect();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut texts = Vec::new();
    for (tool, facts) in catalog.tools.iter().enumerate() {
        let (Some(name), Some(text)) = (facts.name.seen(), facts.description.present()) else {
            continue;
        };
        if !candidates.contains(&tool) {
            continue;
        }
        let text = beginning(text);
        if !is_certainly_english(text) {
            continue;
        }
        let said = Said::in_text(text);
        let mut number = |gist| {
            let next = numbers.len();
            *numbers.entry(gist).or_insert(next)
        };
        let mut gists: Vec<usize> = gists(said.words()).into_iter().map(&mut number).collect();
        gists.sort_unstable();
        if gists.len() < FEWEST {
            continue;
        }
        let tokens = prose::tokens(text);
        let instead = match facts.instead.seen() {
            Some(declared) => declared.iter().map(String::as_str).collect(),
            None => tokens
                .iter()
                .filter_map(|token| served.get(token.text).copied())
                .collect(),
        };
        let phrase = words::split(name).into_iter().map(|word| {
            let gist = gist(&word);
            (word, gist)
        });
        texts.push(Text {
            tool,
            name,
            phrase: phrase.collect(),
            noun: Phrase::of(name).and_then(|phrase| phrase.object.last().cloned()),
            said,
            instead,
            is_read: facts.instead.seen().is_none(),
            head: head_of(text, &tokens),
            gists,
        });
    }
    texts
}

/// As much of a text as a model gets to see: clients cut there.
fn beginning(text: &str) -> &str {
    let end = (0..=SEEN.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
}

fn head_of(text: &str, tokens: &[Token<'_>]) -> BTreeSet<String> {
    let sentences = prose::sentences(tokens);
    let last = sentences.first().and_then(|head| head.last());
    gists(&words_of(&text[..last.map_or(0, |last| last.end)]))
}

fn gists(words: &[String]) -> BTreeSet<String> {
    senses(words).into_iter().map(many).collect()
}

fn gist(word: &str) -> String {
    many(sense(word))
}

/// Listing and searching both yield what fits, and only a text can say how they differ.
fn many(sense: String) -> String {
    match sense.as_str() {
        "list" | "brows" | "enumerat" => "search".to_owned(),
        _ => sense,
    }
}

/// How many numbers two sorted lists share.
fn shared<T: Ord>(one: &[T], other: &[T]) -> usize {
    let both = one
        .iter()
        .filter(|number| other.binary_search(number).is_ok());
    both.count()
}

/// Whether two texts share over two thirds of what they say together.
fn overlap(one: &Text<'_>, other: &Text<'_>) -> bool {
    let (left, right) = (one.gists.len(), other.gists.len());
    // No need to count where the shorter is too short to be two thirds of the longer.
    if left.min(right) * 3 <= left.max(right) * 2 {
        return false;
    }
    let both = shared(&one.gists, &other.gists);
    both * 3 > (left + right - both) * 2
}

/// Whether a reader can tell the two apart after all: one sends to the other, or what sets their
/// names apart is in their first sentences too. Two of one text are D007's.
fn are_told_apart(one: &Text<'_>, other: &Text<'_>) -> bool {
    if one.name == other.name || one.said == other.said {
        return true;
    }
    let (of_one, of_other) = (own_words(one, other), own_words(other, one));
    if sends_to(one, other, &of_other) || sends_to(other, one, &of_one) {
        return true;
    }
    if names_its_own(one, other, &of_one) || names_its_own(other, one, &of_other) {
        return true;
    }
    // One of them and all of them: the verbs of the names say it, or the number of a noun.
    if differ_in_number(one, other) {
        return true;
    }
    let has = |own: &[Word<'_>], verb: &str| own.iter().any(|(_, gist)| *gist == verb);
    let one_and_all = |one: &[Word<'_>], all: &[Word<'_>]| has(one, "get") && has(all, "search");
    if one_and_all(&of_one, &of_other) || one_and_all(&of_other, &of_one) {
        return true;
    }
    let both = one.head.intersection(&other.head).count();
    let all = one.head.union(&other.head).count();
    // Where the first sentences have much of their own, they need not say the words of the names.
    let is_new = both * 3 <= all * 2;
    let is_said = |text: &Text<'_>, own: &[Word<'_>]| {
        own.is_empty() || is_new || own.iter().any(|(word, _)| text.said.says(word))
    };
    both < all && is_said(one, &of_one) && is_said(other, &of_other)
}

/// A word of a name, and its gist.
type Word<'t> = (&'t str, &'t str);

/// The words of a name that the other has not, under whatever synonym.
fn own_words<'t>(one: &'t Text<'_>, other: &Text<'_>) -> Vec<Word<'t>> {
    let is_shared = |gist: &str| other.phrase.iter().any(|(_, others)| others == gist);
    let own = one.phrase.iter().filter(|(_, gist)| !is_shared(gist));
    own.map(|(word, gist)| (word.as_str(), gist.as_str()))
        .collect()
}

/// Words of names that set nothing apart, even where a text repeats them.
const VAGUE: &[&str] = &["data", "detail", "details", "info", "information"];

/// Whether `one` says a word of its name that the text of `other` does not say.
fn names_its_own(one: &Text<'_>, other: &Text<'_>, own: &[Word<'_>]) -> bool {
    let mut telling = own.iter().filter(|(word, _)| !VAGUE.contains(word));
    telling.any(|(word, _)| one.said.says(word) && !other.said.says(word))
}

/// Whether the names are about one thing and about many of them: `get_tag_by_id` and `get_tags`.
fn differ_in_number(one: &Text<'_>, other: &Text<'_>) -> bool {
    let heads = one.noun.as_deref().zip(other.noun.as_deref());
    heads.is_some_and(|(one, other)| one != other && gist(one) == gist(other))
}

/// Whether `one` says when to use `other` instead, by name or by the words that are its own.
fn sends_to(one: &Text<'_>, other: &Text<'_>, own: &[Word<'_>]) -> bool {
    let says_instead = || one.said.words().iter().any(|word| word == "instead");
    one.instead.contains(other.name)
        || one.is_read && says_instead() && own.iter().all(|(word, _)| one.said.says(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{catalog, on_catalog, tool_described as described};
    use crate::{Fact, Finding, Policy, ToolFacts};

    fn found(tools: [(&str, &str); 2]) -> Vec<Finding> {
        let tools = tools.map(|(name, text)| described(name, text));
        on_catalog("D017", &catalog(tools.to_vec()), &Policy::strict())
    }

    #[test]
    fn texts_that_tell_nothing_apart_are_told() {
        let found = found([
            (
                "get_balance",
                "Get the money on one account with its currency.",
            ),
            (
                "get_statement",
                "Gets the money on the account, and its currency",
            ),
        ]);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].tool, &found[0].part),
            (Some(1), &Part::Description)
        );
        assert_eq!(
            found[0].message,
            "the descriptions of `get_balance` and `get_statement` say nearly the same"
        );
        assert!(
            found[0].help.ends_with("`instead(get_balance = \"…\")`"),
            "{}",
            found[0].help
        );
    }

    #[test]
    fn synonyms_do_not_tell_tools_apart() {
        let text = |verb| format!("{verb} the logs of a service within a range of time.");
        let (one, other) = (text("Get"), text("Retrieve"));
        assert_eq!(
            found([("get_logs", &one), ("retrieve_logs", &other)]).len(),
            1
        );
    }

    #[test]
    fn a_list_and_a_search_by_the_same_words_are_told() {
        let text = |verb| format!("{verb} invoices by customer, range of dates or state.");
        let (one, other) = (text("List"), text("Look up"));
        assert_eq!(
            found([("list_invoices", &one), ("search_invoices", &other)]).len(),
            1
        );
        let (one, other) = (text("Get one of the"), text("List"));
        assert!(found([("get_invoice", &one), ("list_invoices", &other)]).is_empty());
    }

    #[test]
    fn a_text_about_the_other_tool_is_told() {
        let tools = [
            (
                "create_issue_comment",
                "Create one comment on an issue of the repository.",
            ),
            (
                "create_pull_comment",
                "Create one comment on an issue of a repository, by number.",
            ),
        ];
        assert_eq!(found(tools).len(), 1);
    }

    #[test]
    fn families_are_told_apart() {
        for tools in [
            [
                (
                    "delete_user",
                    "Delete one member from the directory of the team.",
                ),
                (
                    "create_user",
                    "Create one member in the directory of the team.",
                ),
            ],
            [
                ("delete_bucket", "Delete a bucket of the storage account."),
                (
                    "delete_object",
                    "Delete an object in a bucket of the storage account.",
                ),
            ],
            [
                (
                    "keyvault",
                    "Operations on the Key Vault of one account: list, read and write.",
                ),
                (
                    "acr",
                    "Operations on the Azure Container Registry of one account: list, read and write.",
                ),
            ],
        ] {
            assert!(found(tools).is_empty(), "{tools:?}");
        }
    }

    #[test]
    fn what_is_said_after_the_same_beginning_tells_them_apart() {
        let text = |verb| {
            format!(
                "This writes to the shelf of the reader. {verb} several books of one genre in a single call."
            )
        };
        let (one, other) = (text("Creates"), text("Lends"));
        assert!(found([("create_books", &one), ("lend_books", &other)]).is_empty());
        let (one, other) = (text("Lends"), text("Lends at once"));
        assert_eq!(
            found([("create_books", &one), ("lend_books", &other)]).len(),
            1
        );
    }

    #[test]
    fn one_and_all_are_told_apart() {
        let one = "Get what is known of one herb on the shelf.";
        let all = "Get what is known of the herbs on the shelf.";
        assert!(found([("get_herb_by_id", one), ("get_herbs", all)]).is_empty());
        let details = "Get the details of what is known of one herb on the shelf.";
        assert_eq!(
            found([("get_herb", one), ("get_herb_details", details)]).len(),
            1
        );
    }

    #[test]
    fn an_alternative_tells_them_apart() {
        let one = "Get the money on one account with its currency.";
        let other = "Get the money on one account with its currency; use get_balance today.";
        assert!(found([("get_balance", one), ("get_statement", other)]).is_empty());
        let declared = |instead: &[&str]| {
            let instead = instead.iter().map(|name| (*name).to_owned()).collect();
            let statement = ToolFacts {
                instead: Fact::Seen(instead),
                ..described("get_statement", &format!("{one} Soon."))
            };
            let tools = vec![described("get_balance", one), statement];
            on_catalog("D017", &catalog(tools), &Policy::strict())
        };
        assert!(declared(&["get_balance"]).is_empty());
        assert_eq!(declared(&[]).len(), 1);
    }

    #[test]
    fn short_foreign_and_equal_texts_pass() {
        for text in [
            "Get the money.",
            "Retorna o saldo da conta corrente do cliente atual",
        ] {
            let other = format!("{text} !");
            assert!(found([("get_balance", text), ("get_statement", &other)]).is_empty());
        }
        let text = "Get the money on one account with its currency.";
        assert!(found([("get_balance", text), ("get_statement", text)]).is_empty());
    }

    #[test]
    fn each_tool_is_told_once() {
        let text = |end| {
            format!("Get the money on one account with currency, owner and state. Use it {end}.")
        };
        let tools = [
            ("get_kiwi", "now"),
            ("get_plum", "soon"),
            ("get_fig", "late"),
            ("get_pear", "here"),
        ];
        let tools = tools.map(|(name, end)| described(name, &text(end)));
        let found = on_catalog("D017", &catalog(tools.to_vec()), &Policy::strict());
        assert_eq!(found.len(), 3);
    }
}
