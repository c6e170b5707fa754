/** Links of proposals, how well their words and masks agree, and the same on the pair, for ordering. */
export const AGREEMENT = `
  ALTER TABLE proposals ADD COLUMN links TEXT NOT NULL DEFAULT '[]';
  -- JSON, or NULL where the proposer does not judge itself
  ALTER TABLE proposals ADD COLUMN agreement TEXT;
  -- of the newest proposal
  ALTER TABLE pairs ADD COLUMN agreement REAL;
`
