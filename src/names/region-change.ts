import type { Colour } from './colour'

/** What was measured of a changed region, before anything is named. */
export interface RegionChange {
  /** By whose edges run along its outline: the after image's, the before image's, or both alike; `moved` where its proposer knows things again. */
  readonly kind: 'appeared' | 'vanished' | 'changed' | 'moved'
  /** Mean colours inside of it. */
  readonly before: Colour
  readonly after: Colour
  /** Its middle in the after frame, 0 to 1 from the left and from the top. */
  readonly x: number
  readonly y: number
  /** Of `moved`: its middle in the before image, as a place of the after frame. */
  readonly from?: { readonly x: number; readonly y: number } | undefined
  /** Of the image's pixels, 0 to 1. */
  readonly share: number
}
