/** Who is at which pair, where several work on one project. A row that is over counts as none. */
export const CLAIMS = `
  CREATE TABLE claims (
    pair_id INTEGER PRIMARY KEY REFERENCES pairs (id),
    -- a random id of the page
    holder TEXT NOT NULL,
    -- the reviewer's
    name TEXT NOT NULL,
    -- milliseconds since 1970, by the clock of the store
    until REAL NOT NULL
  );
  CREATE INDEX claims_by_holder ON claims (holder);
`
