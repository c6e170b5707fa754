import type { ChangeFact } from '../change-fact'
import type { DescribedCaption } from '../describe-changes'
import type { GroupKind } from '../groups'
import type { Link, Piece } from '../mentions'
import type { Direction, PlaceName } from '../settings'

/** Captions in one language. */
export interface CaptionGrammar {
  /** A sentence of each length, with links. */
  describeChanges(facts: readonly ChangeFact[]): DescribedCaption[]
  /** The words of the vocabulary that a caption names, in any form; of "hot dog" not "dog". */
  namesIn(caption: string, vocabulary: readonly string[]): string[]
}

/** Things of one name and colour in a sentence. */
export interface Subject {
  /** One of `COCO_NAMES`, or a word as somebody typed it. Null for an object, or an area, without a name. */
  readonly name: string | null
  /** As `colourName` gives it. */
  readonly colour: string | null
  readonly count: number
  /** One of that name was told of before in the sentence. */
  readonly isAgain: boolean
  readonly regionIds: readonly string[]
}

export type Where = { readonly place: PlaceName } | { readonly near: Subject }

export type Path = { readonly from: PlaceName; readonly to: PlaceName } | { readonly direction: Direction }

/** New look of a thing that stays. */
export type Turn =
  | { readonly look: 'colours'; readonly from: string; readonly to: string }
  | { readonly look: 'colour' | 'brighter' | 'darker' | 'detail' | 'different' | 'changed' }

/** `gone` stands in short captions for what vanished and what is no longer visible. */
export type ClauseKind = GroupKind | 'gone'

/** A part of a caption that can stand alone: equal changes at one place. */
export interface WrittenClause {
  readonly kind: ClauseKind
  /** At least one; of `replaced`, what came; not used of `view`. */
  readonly subjects: readonly Subject[]
  /** Of `replaced`: what was there. */
  readonly former: Subject | null
  readonly where: Where | null
  /** Of `moved`. */
  readonly path: Path | null
  /** Of `turned` and `view`. */
  readonly turn: Turn
  /** Of the image's pixels, 0 to 1, where the caption says it. */
  readonly share: number | null
}

/** What a language adds to `clauseGrammar`: its words, and how they are put into a sentence. */
export interface ClauseWords {
  readonly noChange: string
  /** Whether an unchanged thing stands before the changed one next to it. */
  readonly isPlaceFirst: boolean
  clause(clause: WrittenClause): Piece[]
  /** For the changes that are only counted. */
  rest(count: number, size: 'smaller' | 'other'): string
  sentence(clauses: readonly (readonly Piece[])[]): { text: string; links: Link[] }
  /** Whether somebody's word is of a person or an animal, whose colour is that of clothes or fur. */
  isLiving(word: string): boolean
  /** Whether somebody's word has a colour in it already. */
  holdsColour(word: string): boolean
  /** What is missing, where somebody's word is of a missing thing; else null. */
  missingThing(word: string): string | null
  namesIn: CaptionGrammar['namesIn']
}
