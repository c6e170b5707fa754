import type { MadeOrder } from '../../synth/make'

export const MADE_LAYOUTS = ['folder', 'clevr-change', 'levir-mci', 'training'] as const
export type MadeLayout = (typeof MADE_LAYOUTS)[number]

/** A whole set to be written; plain data, sent to the worker processes. */
export interface SetOrder extends MadeOrder {
  readonly count: number
  readonly layout: MadeLayout
  /** Folder layout: first-frame masks and correspondence maps too. */
  readonly truth: boolean
  /** Training layout: so many pictures between the frames of each pair, evenly spaced in time. */
  readonly between: number
}
