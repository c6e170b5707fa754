/**
 * Where each pair stands among those of one place. Pairs of no sequence come last: a blob sorts after every text. All
 * data for the order by sequence, of 100,000 pairs, and for its counts is in the index.
 */
export const SEQUENCES = `
  ALTER TABLE pairs ADD COLUMN sequence TEXT;
  -- the name with its numbers in their order
  ALTER TABLE pairs ADD COLUMN sequence_sort NOT NULL DEFAULT x'';
  ALTER TABLE pairs ADD COLUMN sequence_position INTEGER;
  ALTER TABLE pairs ADD COLUMN before_date TEXT;
  ALTER TABLE pairs ADD COLUMN after_date TEXT;
  CREATE INDEX pairs_by_sequence ON pairs (sequence_sort, sequence, sequence_position, position, state)
    WHERE position IS NOT NULL;
`
