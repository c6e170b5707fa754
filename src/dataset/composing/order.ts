import { pairSeed } from '../../synth/make'
import { planPair } from '../../synth/photographs/plan'
import type { ComposePlan, NuisanceSet } from '../../synth/photographs/plan'
import type { Library } from '../../synth/photographs/library'
import { renderComposed } from '../../synth/photographs/pair'
import type { SyntheticPair } from '../../synth/pair'
import { folderItem } from '../synthetic/layouts/folder'
import type { FromWorker, SetItem } from '../synthetic/layouts/layout'
import { trainingItem } from '../synthetic/layouts/training'
import type { ShownPair } from './contact-sheet'
import type { UsedSources } from './used-sources'

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

/** What the set tells of a pair besides its files and its record. */
export interface PairNotes {
  readonly used: UsedSources
  /** Null for pairs that the contact sheet does not show. */
  readonly shown: ShownPair | null
}

export type FromComposer =
  | Extract<FromWorker, { kind: 'failed' }>
  | (Extract<FromWorker, { kind: 'made' }> & PairNotes)

/** Folders of a layout. */
export const COMPOSED_FOLDERS: Readonly<Record<ComposedLayout, readonly string[]>> = {
  training: ['pairs'],
  folder: ['before', 'after', 'masks'],
}

export function composedPlan(order: ComposeOrder, library: Library, index: number): ComposePlan {
  return planPair(pairSeed(order.seed, index), library, order)
}

export function composedPair(order: ComposeOrder, library: Library, index: number): SyntheticPair {
  return renderComposed(composedPlan(order, library, index), library)
}

/** A pair's files and its line of the list. */
export function composedItem(order: ComposeOrder, library: Library, index: number): SetItem {
  return itemOf(order, composedPair(order, library, index), index)
}

export function itemOf(order: ComposeOrder, pair: SyntheticPair, index: number): SetItem {
  if (order.layout === 'training') {
    return trainingItem(pair, index, 0)
  }
  const digits = Math.max(3, String(order.count - 1).length)
  return folderItem(pair, `photographs_${String(index).padStart(digits, '0')}`, false)
}
