/**
 * Blind reviews of one pair by several people. A review is a row of pairs without a position, so no list, count or
 * export has it; its edits, history and claims are those of any pair.
 */
export const REVIEWS = `
  -- of a review: the pair that it is of, and the name of whose it is
  ALTER TABLE pairs ADD COLUMN review_of INTEGER;
  ALTER TABLE pairs ADD COLUMN reviewer TEXT;
  -- of a pair: how many people review it blindly; NULL where it is reviewed as any other
  ALTER TABLE pairs ADD COLUMN reviews_wanted INTEGER;
  -- of a pair: 0 to 1, how far its reviews lie apart; NULL until all are decided
  ALTER TABLE pairs ADD COLUMN disagreement REAL;
  -- of a pair: 1 where its own document is the truth that reviews are scored against
  ALTER TABLE pairs ADD COLUMN is_gold INTEGER NOT NULL DEFAULT 0;
  CREATE UNIQUE INDEX reviews_by_pair ON pairs (review_of, reviewer) WHERE review_of IS NOT NULL;
  CREATE INDEX pairs_with_reviews ON pairs (reviews_wanted) WHERE reviews_wanted IS NOT NULL;
  CREATE INDEX pairs_to_adjudicate ON pairs (disagreement) WHERE disagreement IS NOT NULL;
`
