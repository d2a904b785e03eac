use mcp_ergo::Param;

/// A table as its source has it: what a project begins with.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
pub struct SourceTable {
    /// What the source calls it.
    #[param(example = "Order Lines", len = 1..=80)]
    pub name: String,
    /// Column heads, from left to right.
    #[param(example = ["Line Number", "Order ID", "Quantity"], len = 1..=40)]
    pub columns: Vec<String>,
}

/// Tables that come with the server, to try the pipeline with.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// customers, orders and their lines
    Shop,
    /// books, their authors and loans
    Library,
}

impl Sample {
    /// Its tables. Neither is whole, since those of no source are.
    pub fn tables(self) -> Vec<SourceTable> {
        let tables: &[(&str, &[&str])] = match self {
            Self::Shop => &[
                ("Customers", &["ID", "Name", "Email", "Created At"]),
                ("Orders", &["ID", "Customer ID", "Ordered On", "Channel"]),
                (
                    "Order Lines",
                    &[
                        "Line Number",
                        "Order ID",
                        "Product ID",
                        "Quantity",
                        "Unit Price",
                    ],
                ),
            ],
            Self::Library => &[
                ("Authors", &["ID", "Name"]),
                ("Books", &["ISBN", "Title", "Author ID", "Shelf"]),
                ("Loans", &["ID", "Book ID", "Lent On", "Is Returned"]),
            ],
        };
        tables
            .iter()
            .map(|(name, columns)| SourceTable {
                name: (*name).to_owned(),
                columns: columns.iter().map(|&column| column.to_owned()).collect(),
            })
            .collect()
    }
}
