/**
 * Proposals are stored before their things have names. With names a proposal is another row, in the place of the first
 * one, which stays: what a person did to it meanwhile still fits it.
 */
export const NAMES_AFTERWARDS = `
  -- JSON of what was measured of each region, or 'null' where nothing was, while names are to come; else NULL
  ALTER TABLE proposals ADD COLUMN awaits_names TEXT;
  -- of a proposal that got names afterwards: the one without
  ALTER TABLE proposals ADD COLUMN names_of INTEGER;
  CREATE INDEX proposals_to_name ON proposals (pair_id) WHERE awaits_names IS NOT NULL;
`
