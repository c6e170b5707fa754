import type { ProjectStore } from './project-store'

/** A pair as discovery finds it: `A/KEY` and `B/KEY`, with nothing said of it. */
export function foundPair(key: string): Parameters<ProjectStore['pairs']['add']>[0] {
  return { key, split: null, before: `A/${key}`, after: `B/${key}`, label: null, caption: null }
}

/** Takes a store back to version 100. */
export const WITHOUT_SEQUENCES = `DROP INDEX pairs_by_sequence; ALTER TABLE pairs DROP COLUMN sequence;
  ALTER TABLE pairs DROP COLUMN sequence_sort; ALTER TABLE pairs DROP COLUMN sequence_position;
  ALTER TABLE pairs DROP COLUMN before_date; ALTER TABLE pairs DROP COLUMN after_date;`
