import type { Shape } from '../shapes'

export type FrameName = 'before' | 'after'

/** Of a thing's own, under another light than the photograph's. */
export interface ThingTone {
  /** By channel. */
  readonly gain: readonly [number, number, number]
  /** Levels. */
  readonly offset: number
}

/** A thing's outline, sheared and pressed flat; it takes light and is no change. */
export interface CastShadow {
  /** How far it leans, of the thing's height. */
  readonly lean: number
  /** Its height, of the thing's; under 0 it falls upwards, behind the thing. */
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
  /** Of its edge, pixels. */
  readonly soft: number
  /** Radius of the blur of all of it, pixels; 0 in focus. */
  readonly defocus: number
  readonly shadow: CastShadow | null
}

/** Levels of red, green, blue. */
export type PaintColour = readonly [number, number, number]

interface ShapeLook {
  readonly frame: FrameName
  readonly shape: Shape
  /** Of its edge, pixels. */
  readonly soft: number
  readonly defocus: number
}

/** What fills a shape: another photograph, paint, or another part of the same picture. */
export type Filling =
  | {
      readonly of: 'photograph'
      readonly photograph: number
      /** Top left of the part that is used, 0 to 1 of what the photograph has left. */
      readonly x: number
      readonly y: number
      /** Pixels of the photograph for one of the frame. */
      readonly scale: number
    }
  | { readonly of: 'paint'; readonly colour: PaintColour; readonly kept: number }
  /** How far away it is taken, pixels. */
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
