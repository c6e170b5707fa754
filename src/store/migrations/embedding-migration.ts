/**
 * What a pair looks like and what changed in it, in a few hundred numbers, by which similar pairs are found. Each can
 * be made anew from the images.
 */
export const PAIR_EMBEDDINGS = `
  CREATE TABLE pair_embeddings (
    -- grows with each one that is stored, also in place of another
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pair_id INTEGER NOT NULL UNIQUE REFERENCES pairs (id),
    -- name and version of what made it: those of several are not compared
    encoder TEXT NOT NULL,
    -- sizes and times of both image files: others ask for a new one
    files TEXT NOT NULL,
    -- 8-bit numbers
    embedding BLOB NOT NULL,
    -- of the before and of the after frame, as bits
    fingerprints BLOB NOT NULL
  );
`
