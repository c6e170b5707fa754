import { pairSeed } from '../../synth/make'
import type { NuisanceSet } from '../../synth/photographs/plan'
import type { Library } from '../../synth/photographs/library'
import { composePair } from '../../synth/photographs/pair'
import type { SyntheticPair } from '../../synth/pair'
import { folderItem } from '../synthetic/layouts/folder'
import type { SetItem } from '../synthetic/layouts/layout'
import { trainingItem } from '../synthetic/layouts/training'

export const COMPOSED_LAYOUTS = ['training', 'folder'] as const
export type ComposedLayout = (typeof COMPOSED_LAYOUTS)[number]

/** Order for composing pairs; together with a library it determines every byte. */
export interface ComposeOrder {
  readonly count: number
  readonly seed: number
  readonly width: number
  readonly height: number
  /** Uses only sources that are kept for tests. */
  readonly heldOut: boolean
  readonly layout: ComposedLayout
  /** Default: the usual ones. */
  readonly nuisances?: NuisanceSet | undefined
}

export type ToComposer =
  | {
      readonly kind: 'begin'
      readonly order: ComposeOrder
      readonly library: Library
      readonly folder: string
    }
  | { readonly kind: 'make'; readonly index: number }

/** Folders of a layout. */
export const COMPOSED_FOLDERS: Readonly<Record<ComposedLayout, readonly string[]>> = {
  training: ['pairs'],
  folder: ['before', 'after', 'masks'],
}

export function composedPair(order: ComposeOrder, library: Library, index: number): SyntheticPair {
  return composePair(pairSeed(order.seed, index), library, order)
}

/** A pair's files and its line of the list. */
export function composedItem(order: ComposeOrder, library: Library, index: number): SetItem {
  const pair = composedPair(order, library, index)
  if (order.layout === 'training') {
    return trainingItem(pair, index, 0)
  }
  const digits = Math.max(3, String(order.count - 1).length)
  return folderItem(pair, `photographs_${String(index).padStart(digits, '0')}`, false)
}
