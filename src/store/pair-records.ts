import type { PairRow } from '../contract/project'
import { homographySchema, pairProblemSchema } from '../domain/pair'
import type { Pair, ReviewState } from '../domain/pair'
import { readNullableJson } from './json'

/** A pair with what only the store needs to know. */
export type StoredPair = Pair & {
  baseProposalId: number | null
  version: number
  givenCaption: string | null
}

export interface PairRecord {
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
  agreement: number | null
  base_proposal_id: number | null
  given_caption: string | null
  version: number
}

export const COLUMNS = `id, key, split, before, after, label, width, height, alignment, problem, state,
  region_count, caption, score, agreement, base_proposal_id, given_caption, version`

/** What the list needs to know of a document. */
export interface PairDigest {
  state: ReviewState
  regionCount: number
  caption: string | null
  /** Lower-case text that the search looks through. */
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
    alignment: readNullableJson(homographySchema, record.alignment, 'alignment'),
    problem: readNullableJson(pairProblemSchema, record.problem, 'problem'),
    baseProposalId: record.base_proposal_id,
    givenCaption: record.given_caption,
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
    agreement,
    version,
    problem: readNullableJson(pairProblemSchema, record.problem, 'problem'),
    regionCount: record.region_count,
  }
}
