//! What goes over the wire, on a server with tools that no sane server has.
//!
//! Public reports about servers, by kind, and the test that holds each:
//!
//! | kind | test |
//! |---|---|
//! | combinators, references, dialects, unions with null, `true` schemas, formats, nulls in enums, lists without items, parameters without a type, `exclusiveMinimum` | `catalog::every_tool_is_described_in_full_and_inside_the_portable_dialect`, whose walker is tested in `wire_tests::dialect` |
//! | input that is no object | `catalog::tool_without_parameters_takes_a_closed_empty_object` |
//! | dots, long names, property keys that model APIs refuse | `catalog::every_name_is_one_that_model_apis_accept` |
//! | an object, a list, a number or a flag written as text | `refusing::values_written_as_text_are_refused_with_what_to_send` |
//! | null for an optional parameter | `reading::null_is_absence_in_nested_objects_and_for_defaults` |
//! | `arguments` missing or null | `reading::missing_null_and_empty_arguments_mean_absence` |
//! | `arguments` of the wrong kind | `refusing::arguments_of_the_wrong_kind_are_invalid_params_with_a_right_call` |
//! | unknown arguments ignored | `refusing::unknown_argument_names_the_nearest_and_all` |
//! | keys that clients add | `reading::keys_that_clients_add_are_dropped_unless_they_are_declared` |
//! | bad input as a protocol error | `refusing::three_mistakes_are_one_error_with_three_issues` |
//! | unknown tool | `names::unknown_tool_is_invalid_params_with_the_nearest_names_that_are_granted` |
//! | structured content on errors | `Answer::envelope`, through which every failure of the suite goes |
//! | structured content alone | `Answer::data`, through which every success of the suite goes |
//! | served text that names what is not served | `catalog::tool_that_is_not_granted_is_neither_listed_nor_named`, `hidden::next_action_that_is_not_granted_is_dropped` |
//! | reading and writing behind one name | `catalog::hints_follow_the_class_of_the_tool` |
//! | pages of `tools/list` | `catalog::tools_come_sorted_by_name_on_one_page`, `catalog::cursor_that_was_not_given_is_invalid_params` |
//! | results that are too large | the ledger's `contract::list_that_is_cut_says_so_and_how_much_there_is`; `giant`, in which every answer is under the cap and whoever follows it gets all of it once |
//! | floods, hung tools, servers that stop under load | `load`, `failures`, `stopping`, `shutdown`, and the test program `stopping_stdio` |
//! | log lines on stdout | the ledger's `stdio::every_line_of_stdout_is_json_rpc` |

mod asking;
mod catalog;
mod client;
mod coercion;
mod content;
mod conversation;
mod failures;
mod giant;
mod handles;
mod hidden;
mod http;
mod limits;
mod load;
mod names;
mod prompts;
mod raw;
mod reading;
mod refusing;
mod resources;
mod shutdown;
mod steps;
mod stopping;
mod telling;
mod watching;
