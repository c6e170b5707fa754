import type { CaptionQuery, Tagged } from './caption-query'

/** A part of a sentence that tells of one thing. */
export interface Segment {
  readonly tokens: readonly Tagged[]
  /** What parts it from the one before; `comma` for both together. */
  readonly joined: 'start' | 'and' | 'comma'
}

/** What a part of a sentence tells. */
export interface ReadClause extends Pick<
  CaptionQuery,
  'change' | 'place' | 'isCourse' | 'from' | 'near' | 'former' | 'light' | 'turned' | 'formerColours'
> {
  readonly joined: Segment['joined']
  /** Null where it names none. */
  readonly subject: Subject | null
  /** All of its words, for a clause that tells what happened and not to what. */
  readonly rest: Subject | null
  /** Whether its verb tells of a state alone. */
  readonly isWeak: boolean
  /** Whether it says that something did not change. */
  readonly isSame: boolean
}

export interface Subject extends Pick<CaptionQuery, 'start' | 'end' | 'thing' | 'count'> {}
