import type { PairContent } from './content'
import type { ExportItem } from './item'
import type { SplitName } from './split'

/** A pair on its way out. */
export interface PlannedPair {
  item: ExportItem
  content: PairContent
  split: SplitName
  /** From 1, over all pairs. */
  number: number
  /** Unique file name without extension. */
  name: string
  /** Unique in its split only, and without the split's own folder in front. */
  nameInSplit: string
}

/** What one pair became. Paths are relative to the export, with forward slashes. */
export interface WrittenPair extends ImageAccount {
  pair: PlannedPair
  before: string
  after: string
  label: string | null
}

/** What an export tells of the images of a pair. */
export interface ImageAccount {
  convertedImages: number
  /** SHA-256 of the files that they come from. */
  sources: { before: string; after: string }
}
