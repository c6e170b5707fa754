import type { Bitmap } from '../mask/bitmap'

type World = 'blocks' | 'aerial' | 'photographs'

/** One changed thing with its pixels in each frame. */
export interface SyntheticRegion {
  readonly id: number
  /** Change type (Blocks, photographs) or class (Aerial). */
  readonly category: string
  /** Visible pixels in the first frame; null if the thing was not there. */
  readonly before: Bitmap | null
  /** Visible pixels in the second frame; null if it is no longer there. */
  readonly after: Bitmap | null
  /**
   * For a thing that is gone or moved: the pixels of the second frame that would show it, had it stayed, without
   * those of its new place. Null for others, and in Blocks for moved things.
   */
  readonly vacated: Bitmap | null
}

/** The meaning of a part of a caption. `start` and `end` count UTF-16 units; end is exclusive. */
export interface CaptionSpan {
  readonly kind: 'subject' | 'noun' | 'verb'
  readonly start: number
  readonly end: number
  /** Regions that the words refer to; empty for unchanged things and for whole-picture statements. */
  readonly regions: readonly number[]
}

export interface SyntheticCaption {
  readonly text: string
  readonly spans: readonly CaptionSpan[]
}

/** Number of the thing at each pixel of a frame; -1 for the ground. */
export interface ObjectMap {
  readonly ids: Int16Array
  /** The things' attributes by their number. */
  readonly things: ReadonlyMap<number, ObjectAttributes>
}

interface ObjectAttributes {
  readonly shape: string
  readonly color: string
  readonly material: string
  readonly size: string
  /** Turn about the vertical axis against the line of sight; null if it cannot be seen. */
  readonly facingRad: number | null
}

/** A synthetic pair with all its labels. */
export interface SyntheticPair {
  readonly world: World
  readonly seed: number
  readonly before: RgbImage
  readonly after: RgbImage
  /** One change's type, `several`, or `none`. */
  readonly changeType: string
  readonly regions: readonly SyntheticRegion[]
  readonly captions: readonly SyntheticCaption[]
  /** Two floats (x, y) in the other frame for each pixel, middles at .5; NaN for "no counterpart". */
  readonly forward: Float32Array
  readonly backward: Float32Array
  /** Row-major 3 x 3 from first to second frame, if one maps the whole picture; else null. */
  readonly homography: readonly number[] | null
  /** All things of both frames, changed or not; null in worlds without countable things. */
  readonly objects: { readonly before: ObjectMap; readonly after: ObjectMap } | null
  /** Renders the picture at a time between the frames, 0 < time < 1. */
  readonly renderBetween: (time: number) => RgbImage
}

/** Three bytes a pixel, rows from the top. */
export interface RgbImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}
