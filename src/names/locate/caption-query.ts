/** What a caption says happened; `changed` is any other new look. */
export type QueriedChange = 'appeared' | 'gone' | 'moved' | 'recoloured' | 'replaced' | 'changed'

/** A part of the frame. Null where the words say nothing of that direction. */
export interface QueriedPlace {
  readonly column: 'left' | 'centre' | 'right' | null
  readonly row: 'upper' | 'centre' | 'lower' | null
}

/** A thing in words. */
export interface QueriedThing {
  /** What it may be: names of the detector, and words that people taught. Empty where the words tell no kind. */
  readonly kinds: readonly string[]
  /** The word for it, if it is a name of the project. */
  readonly word: string | null
  /** Whether its words mean any thing ("an object"), and no kind that is unknown here. */
  readonly isAny: boolean
  /** As `colourName` gives them; any of them fits. Empty for none. */
  readonly colours: readonly string[]
  readonly size: 'small' | 'large' | null
}

/** One thing that a caption tells of, with what its clause says about it. */
export interface CaptionQuery {
  /** Its words in the caption, in UTF-16 code units, `end` exclusive. */
  readonly start: number
  readonly end: number
  readonly thing: QueriedThing
  /** Null for several, without their number. */
  readonly count: number | null
  readonly change: QueriedChange | null
  readonly place: QueriedPlace | null
  /** Whether `place` may be a direction alone: "moved to the right". */
  readonly isCourse: boolean
  /** Where it was before it moved. */
  readonly from: QueriedPlace | null
  /** A thing that stays, and that it is near to. */
  readonly near: QueriedThing | null
  /** For `replaced`: what was there. */
  readonly former: QueriedThing | null
  /** What became of its light. */
  readonly light: 'brighter' | 'darker' | null
  /** New and old colours of what was recoloured. */
  readonly turned: readonly string[]
  readonly formerColours: readonly string[]
}

/** Meaning of a word or phrase. */
export type Tag =
  | {
      readonly is: 'thing'
      readonly kinds: readonly string[]
      readonly word: string | null
      readonly isMany: boolean
    }
  | { readonly is: 'colour'; readonly colours: readonly string[] }
  /** Null for several. */
  | { readonly is: 'count'; readonly count: number | null }
  | { readonly is: 'size'; readonly size: 'small' | 'large' }
  | { readonly is: 'light'; readonly light: 'brighter' | 'darker' }
  /** `isWeak`: of a state ("parked"), which counts where nothing else is said. */
  | { readonly is: 'verb'; readonly change: QueriedChange; readonly isWeak: boolean }
  /** `course`: a direction that is no place, as of "moved up". */
  | ({ readonly is: 'place' | 'course' } & QueriedPlace)
  /** `near` and `in` stand beside a landmark, `by` beside what came in the place of another thing. */
  | { readonly is: 'near' | 'in' | 'from' | 'to' | 'by' }
  /** `again`: another one; `same`: nothing changed there; `plain`: says nothing here; `view`: the picture itself. */
  | { readonly is: 'again' | 'same' | 'plain' | 'view' }
  | { readonly is: 'and' | 'comma' | 'stop' | 'unknown' }

export interface Tagged {
  readonly tag: Tag
  /** In lower case. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** How a language puts words together. */
export interface CaptionWords {
  /** Tags by phrase: in lower case, with single spaces between words. */
  readonly phrases: ReadonlyMap<string, Tag>
  /** Whether spaces part words. */
  readonly hasSpaces: boolean
  /** Whether a landmark stands before its word: "公交车旁边". */
  readonly isLandmarkFirst: boolean
  /** Tag of a word that is not listed, such as a compound of one that is. */
  readonly compound: (word: string) => Tag | null
  /** Articles and the like, which belong to the thing behind them. */
  readonly determiners: RegExp
  /** Forms of somebody's word in a caption, in lower case, each with whether it means several. */
  readonly formsOf: (word: string) => readonly (readonly [form: string, isMany: boolean])[]
  /** A word that may be a place or a verb: which one it is, by the words about it. */
  readonly settle: (words: readonly string[], at: number) => Tag | null
}
