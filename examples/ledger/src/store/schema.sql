-- Money is whole euro cents. Dates are ISO 8601 text, which sorts by time; the checks keep it so.

CREATE TABLE customer (
    id   TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    city TEXT NOT NULL
) STRICT;

CREATE TABLE invoice (
    number      INTEGER PRIMARY KEY, -- counts up; the id is made from it
    id          TEXT NOT NULL UNIQUE,
    customer_id TEXT NOT NULL REFERENCES customer (id),
    issued_on   TEXT NOT NULL CHECK (issued_on IS date(issued_on)),
    due_on      TEXT NOT NULL CHECK (due_on IS date(due_on) AND due_on >= issued_on),
    status      TEXT NOT NULL CHECK (status IN ('open', 'paid', 'void')),
    void_reason TEXT CHECK ((void_reason IS NOT NULL) = (status = 'void'))
) STRICT;

CREATE TABLE line_item (
    invoice_id  TEXT NOT NULL REFERENCES invoice (id),
    position    INTEGER NOT NULL,
    description TEXT NOT NULL,
    quantity    INTEGER NOT NULL CHECK (quantity > 0),
    unit_cents  INTEGER NOT NULL CHECK (unit_cents > 0),
    PRIMARY KEY (invoice_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE payment (
    number       INTEGER PRIMARY KEY,
    invoice_id   TEXT NOT NULL REFERENCES invoice (id),
    amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
    paid_on      TEXT NOT NULL CHECK (paid_on IS date(paid_on))
) STRICT;

CREATE INDEX payment_of_invoice ON payment (invoice_id);

-- Sums are computed and never stored, so that they cannot disagree with what they sum up.
CREATE VIEW invoice_row AS
WITH summed AS (
    SELECT
        invoice.*,
        customer.name AS customer_name,
        (SELECT sum(quantity * unit_cents) FROM line_item
            WHERE invoice_id = invoice.id) AS amount_cents,
        (SELECT coalesce(sum(amount_cents), 0) FROM payment
            WHERE invoice_id = invoice.id) AS paid_cents
    FROM invoice JOIN customer ON customer.id = invoice.customer_id
)
SELECT *, iif(status = 'void', 0, amount_cents - paid_cents) AS outstanding_cents FROM summed;
