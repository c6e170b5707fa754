/**
 * People who may sign in at a server, what they are signed in by, and wrong passwords. SQLite and PostgreSQL read this
 * alike. They are of one database, not of the project: no copy of a project has their rows.
 */
export const TEAM = `
  CREATE TABLE people (
    -- the name in small letters: two names that differ in capitals alone are one
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    -- scrypt: its parameters, salt and hash
    password TEXT NOT NULL,
    is_disabled INTEGER NOT NULL DEFAULT 0,
    -- grows whenever all that the person is signed in by ends
    generation INTEGER NOT NULL DEFAULT 0,
    -- milliseconds since 1970, as all times here
    added_at DOUBLE PRECISION NOT NULL
  );

  CREATE TABLE sessions (
    -- SHA-256 of what the browser's cookie has
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES people (id),
    -- of the person at the sign-in
    generation INTEGER NOT NULL,
    began_at DOUBLE PRECISION NOT NULL,
    seen_at DOUBLE PRECISION NOT NULL
  );
  CREATE INDEX sessions_by_person ON sessions (person_id);

  CREATE TABLE sign_in_attempts (
    -- SHA-256 of a name or of an address: what is typed as a name may be a password
    subject TEXT PRIMARY KEY,
    -- those that have not led in
    count INTEGER NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    -- no attempt is looked at before
    next_at DOUBLE PRECISION NOT NULL
  );
`
