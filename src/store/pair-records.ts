import { countLevels, isServedInTiles } from '../domain/picture-tile'
import type { PairRow } from '../contract/project'
import { homographySchema, pairProblemSchema } from '../domain/pair'
import type { Pair, PairProblem, ReviewState } from '../domain/pair'
import { pairWindowSchema } from '../domain/value-mapping'
import type { PairWindow } from '../domain/value-mapping'
import type { Database, Value } from './database'
import { readNullableJson } from './json'
import type { FoundPair } from './put-aside'
import { damagedProblem } from './store-error'
import { readSequencePlace, SEQUENCE_COLUMNS, sequenceValues } from './sequences'
import type { SequenceRecord } from './sequences'

/** A pair with fields that only the store needs. */
export type StoredPair = Pair & {
  baseProposalId: number | null
  version: number
  givenCaption: string | null
  blind: BlindFacts
}

/** Of blind reviews by several people. */
export interface BlindFacts {
  /** The pair that this row is a review of; null for a pair. */
  readonly reviewOf: number | null
  readonly reviewer: string | null
  /** How many people review the pair; null where it is reviewed as any other. */
  readonly wanted: number | null
  /** Its own document is the truth that reviews are scored against. */
  readonly isGold: boolean
}

export interface PairRecord extends SequenceRecord {
  id: number
  key: string
  split: string | null
  before: string
  after: string
  label: string | null
  width: number
  height: number
  alignment: string | null
  problem: string | null
  state: ReviewState
  region_count: number
  caption: string | null
  score: number | null
  expected_iou: number | null
  agreement: number | null
  base_proposal_id: number | null
  given_caption: string | null
  version: number
  shown_window: string | null
  review_of: number | null
  reviewer: string | null
  reviews_wanted: number | null
  is_gold: number
}

export const COLUMNS = `id, key, split, before, after, label, width, height, alignment, problem, state,
  region_count, caption, score, expected_iou, agreement, base_proposal_id, given_caption, version, shown_window, sequence, sequence_position, before_date, after_date,
  review_of, reviewer, reviews_wanted, is_gold`

/** Data of a document for the list. */
export interface PairDigest {
  state: ReviewState
  regionCount: number
  caption: string | null
  /** Lower-case text for the search. */
  search: string
}

export function readPair(record: PairRecord): StoredPair {
  const { id, key, split, before, after, label, width, height, version } = record
  return {
    id,
    key,
    split,
    before,
    after,
    label,
    width,
    height,
    version,
    tiles: isServedInTiles({ width, height }) ? { levels: countLevels({ width, height }) } : null,
    window: readWindow(record.shown_window),
    sequence: readSequencePlace(record),
    ...readAlignment(record),
    baseProposalId: record.base_proposal_id,
    givenCaption: record.given_caption,
    blind: {
      reviewOf: record.review_of,
      reviewer: record.reviewer,
      wanted: record.reviews_wanted,
      isGold: record.is_gold === 1,
    },
  }
}

export function readRow(record: PairRecord): PairRow {
  const { id, key, split, width, height, state, caption, score, agreement, version } = record
  return {
    id,
    key,
    split,
    width,
    height,
    state,
    caption,
    score,
    expectedIou: record.expected_iou,
    agreement,
    version,
    window: readWindow(record.shown_window),
    sequence: readSequencePlace(record),
    problem: readProblem(record.problem),
    regionCount: record.region_count,
  }
}

/** A damaged one is as none: no work is lost with it. */
function readWindow(window: string | null): PairWindow | null {
  try {
    return readNullableJson(pairWindowSchema, window, 'window')
  } catch {
    return null
  }
}

/** A damaged alignment becomes the pair's problem. */
function readAlignment({ alignment, problem }: PairRecord): Pick<Pair, 'alignment' | 'problem'> {
  try {
    return {
      alignment: readNullableJson(homographySchema, alignment, 'alignment'),
      problem: readProblem(problem),
    }
  } catch (error) {
    return { alignment: null, problem: damagedProblem(error) }
  }
}

/** A damaged text of a problem still counts as a problem. */
export function readProblem(problem: string | null): PairProblem | null {
  try {
    return readNullableJson(pairProblemSchema, problem, 'problem')
  } catch (error) {
    return damagedProblem(error)
  }
}

/** What the folder says of a pair. */
export const RENEWED_COLUMNS = [
  'split',
  'before',
  'after',
  'label',
  'given_caption',
  'position',
  ...SEQUENCE_COLUMNS,
]
/** With what is stored once. */
export const FOUND_COLUMNS = ['key', ...RENEWED_COLUMNS, 'search']

/** In the order of `FOUND_COLUMNS`. */
export function foundValues(pair: FoundPair, position: number, dialect: Database['dialect']): Value[] {
  const { key, split, before, after, label, caption, sequence } = pair
  const place = sequenceValues(sequence, dialect)
  return [key, split, before, after, label, caption, position, ...place, key.toLowerCase()]
}
