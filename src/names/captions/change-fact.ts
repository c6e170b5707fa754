import type { ChangeKind } from '../../domain/document'

/** 0 to 1 of the after frame, from the left and from the top. */
export interface Place {
  readonly x: number
  readonly y: number
}

export interface NamedThing {
  readonly word: string
  readonly colour: string | null
}

/** One changed region, as a sentence can tell of it. */
export interface ChangeFact {
  readonly regionId: string
  /** `changed`: measured, it neither came nor went. */
  readonly kind: ChangeKind | 'changed'
  /** The thing's name, in the project's words; null where it has none. */
  readonly word: string | null
  /** In words ('red', 'dark grey'): of the after image, or of the before image for what is gone. */
  readonly colour: string | null
  /** Of `changed` and `changed colour`: before. */
  readonly formerColour: string | null
  /** Of `replaced`: what was there. */
  readonly former: string | null
  readonly place: Place
  /** Of `moved`. */
  readonly from: Place | null
  /** An unchanged thing next to it. */
  readonly near: NamedThing | null
  /** Of the image's pixels, 0 to 1. */
  readonly share: number
  /** Certainty, 0 to 1. */
  readonly score: number
  /** Of an unnamed `changed` whose colour keeps its name. */
  readonly turn: 'brighter' | 'darker' | 'detail' | null
}
