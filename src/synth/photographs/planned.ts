import type { Shape } from './shapes'

export type FrameName = 'before' | 'after'

/** Tone of a thing, under another light than the photograph's. */
export interface ThingTone {
  /** Factor by channel. */
  readonly gain: readonly [number, number, number]
  /** Levels. */
  readonly offset: number
}

/** A thing's outline, sheared and pressed flat. It darkens the ground and is no change. */
export interface CastShadow {
  /** How far it leans, as a share of the thing's height. */
  readonly lean: number
  /** Its height, as a share of the thing's; under 0 it falls upwards, behind the thing. */
  readonly flat: number
  /** 0 to 1. */
  readonly strength: number
  /** Pixels. */
  readonly soft: number
}

/** A thing as it lies in a frame. */
export interface Placement {
  /** Index in the library. */
  readonly thing: number
  /** Its middle, pixels of the frame. */
  readonly x: number
  readonly y: number
  /** Its longer side, pixels. */
  readonly side: number
  readonly angleRad: number
  readonly isMirrored: boolean
  readonly tone: ThingTone
  /** Width of its soft edge, pixels. */
  readonly soft: number
  /** Radius of the blur of the whole thing, pixels; 0 in focus. */
  readonly defocus: number
  readonly shadow: CastShadow | null
}

/** Levels of red, green, blue. */
export type PaintColour = readonly [number, number, number]

interface ShapeLook {
  readonly frame: FrameName
  readonly shape: Shape
  /** Width of its soft edge, pixels. */
  readonly soft: number
  readonly defocus: number
}

/** Filling of a shape: another photograph, paint, or another part of the same picture. */
export type Filling =
  | {
      readonly of: 'photograph'
      readonly photograph: number
      /** Top left of the used part, as a share, 0 to 1, of the room that the photograph has. */
      readonly x: number
      readonly y: number
      /** Pixels of the photograph for one of the frame. */
      readonly scale: number
    }
  | { readonly of: 'paint'; readonly colour: PaintColour; readonly kept: number }
  /** Offset of the used part, pixels. */
  | { readonly of: 'picture'; readonly right: number; readonly down: number }

export type PlannedChange =
  | { readonly kind: 'appear' | 'vanish'; readonly placement: Placement }
  | { readonly kind: 'move'; readonly from: Placement; readonly to: Placement }
  | { readonly kind: 'replace'; readonly former: Placement; readonly latter: Placement }
  | {
      readonly kind: 'recolour'
      readonly placement: Placement
      readonly frame: FrameName
      readonly colour: PaintColour
    }
  | ({ readonly kind: 'paint' | 'line' | 'fill' | 'patch'; readonly filling: Filling } & ShapeLook)

/** Light and camera of a frame. */
export interface Tone {
  /** Factor by channel. */
  readonly gain: readonly [number, number, number]
  /** Levels, by channel. */
  readonly offset: readonly [number, number, number]
  /** Lift of mid grey, like a gamma, as a share of the whole range. */
  readonly bend: number
  /** A smooth field of light: its largest addition or reduction, 0 to 1, and its seed. */
  readonly field: { readonly strength: number; readonly cell: number; readonly seed: number }
  readonly isStrong: boolean
}

export type ShadowForm =
  | { readonly of: 'shape'; readonly shape: Shape }
  | { readonly of: 'field'; readonly seed: number; readonly cell: number; readonly level: number }
  /** The shadow of a thing that is not in the picture. */
  | { readonly of: 'thing'; readonly placement: Placement; readonly cast: CastShadow }

export interface PlannedShadow {
  readonly frame: FrameName
  readonly form: ShadowForm
  /** Width of its soft edge, pixels. */
  readonly soft: number
  /** 0 to 1. */
  readonly strength: number
}

/** One range of hues turns into another colour. */
export interface Season {
  readonly frame: FrameName
  /** Degrees. */
  readonly hue: number
  readonly halfWidth: number
  /** New hue, degrees, and the factor of its saturation, 0 to 1 and more. */
  readonly to: number
  readonly strength: number
  /** Light, a factor. */
  readonly gain: number
}

/** A part of the picture by its colours, and how these look in the other frame. */
export interface GroundPart {
  /** Of the picture's pixels. */
  readonly share: number
  /** Factor by channel. */
  readonly gain: readonly [number, number, number]
  /** Levels. */
  readonly offset: number
  /** Kept of the difference of a pixel to its surroundings, a factor. */
  readonly texture: number
  /** A smooth field that is added: its largest value, levels, the width of its cells, pixels, and its seed. */
  readonly mottling: { readonly levels: number; readonly cell: number; readonly seed: number }
}

/** What has like colours changes alike, wherever it is. */
export interface Ground {
  readonly frame: FrameName
  /** By what pixels are ordered: weights of brightness, of red less blue, and of green less both. */
  readonly axis: readonly [number, number, number]
  /** From the lowest on; their shares sum to 1. */
  readonly parts: readonly GroundPart[]
}

/** Fine-grained displacement, as of leaves in wind. */
export interface Waving {
  readonly frame: FrameName
  /** At most, pixels. */
  readonly pixels: number
  readonly cell: number
  readonly seed: number
  /** Null: all of the picture. */
  readonly part: Shape | null
}

/** From the after frame into the scene, about the middle of the frame. */
export interface Alignment {
  /** Its intended size, pixels; 0 for none. */
  readonly pixels: number
  readonly shiftX: number
  readonly shiftY: number
  readonly angleRad: number
  readonly scale: number
  /** With it, no homography exists. */
  readonly warp: { readonly pixels: number; readonly cell: number; readonly seed: number } | null
}

/** Effects of camera and file on one frame. */
export interface FrameLook {
  readonly tone: Tone | null
  /** Radius, pixels; 0 for none. */
  readonly blur: number
  /** Share of the size to which it was reduced and enlarged again; 1 for none. */
  readonly resampled: number
  /** The camera's path while the frame was taken, pixels; null for none. */
  readonly shaken: { readonly right: number; readonly down: number } | null
  /** Standard deviation, levels; 0 for none. */
  readonly noise: number
  /** Quality, 1 to 100; null for none. */
  readonly jpeg: number | null
  /** From this level on a pixel is white, and else black; null where it keeps its colours. */
  readonly bilevel: number | null
}

export interface PlannedNuisances {
  readonly shadows: readonly PlannedShadow[]
  readonly season: Season | null
  readonly ground: Ground | null
  readonly waving: Waving | null
  readonly alignment: Alignment
  readonly before: FrameLook
  readonly after: FrameLook
  readonly isGrey: boolean
}

export const PLAIN_LOOK: FrameLook = {
  tone: null,
  blur: 0,
  resampled: 1,
  shaken: null,
  noise: 0,
  jpeg: null,
  bilevel: null,
}

export const NO_NUISANCES: PlannedNuisances = {
  shadows: [],
  season: null,
  ground: null,
  waving: null,
  alignment: { pixels: 0, shiftX: 0, shiftY: 0, angleRad: 0, scale: 1, warp: null },
  before: PLAIN_LOOK,
  after: PLAIN_LOOK,
  isGrey: false,
}
