import type { PairSpec } from '../../synth/make'

export const SET_LAYOUTS = ['folder', 'clevr-change', 'levir-mci', 'training'] as const
export type SetLayout = (typeof SET_LAYOUTS)[number]

/** A whole set to be written; plain data, sent to the worker processes. */
export interface SetSpec extends PairSpec {
  readonly count: number
  readonly layout: SetLayout
  /** Folder layout: first-frame masks and correspondence maps too. */
  readonly truth: boolean
  /** Training layout: so many pictures between the frames of each pair, evenly spaced in time. */
  readonly between: number
}

export type ToWorker =
  | { readonly kind: 'begin'; readonly spec: SetSpec; readonly folder: string }
  | { readonly kind: 'make'; readonly index: number }

export type FromWorker =
  | { readonly kind: 'made'; readonly index: number; readonly record: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly index: number; readonly message: string }
