import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeDurably } from '../atomic'
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
export interface WrittenPair {
  pair: PlannedPair
  before: string
  after: string
  label: string | null
  convertedImages: number
}

/** One format of training data. */
export interface Format {
  /** Images lie inside archives, where no list can name them as files. */
  isPacked?: true
  /** For the card: how the folder is read. */
  description: string
  /** Captions of the pair that go out. @throws PairLeftOut, without looking at the images */
  countCaptions(pair: PlannedPair): number
  /** The files of one pair. @throws PairLeftOut before anything of it is written */
  writePair(folder: string, pair: PlannedPair): Promise<WrittenPair>
  /** Pairs that the format has only beside others which are not here, and why. Asked twice: of the plan, and of what was written. */
  whyAlone?(pairs: readonly PlannedPair[]): ReadonlyMap<PlannedPair, string>
  /**
   * Puts files into their last place, now that it is known which pairs there are. They come in order.
   * @param stopIfCancelled throws; to be called now and then
   */
  settle?(
    folder: string,
    written: readonly WrittenPair[],
    stopIfCancelled: () => void,
  ): Promise<WrittenPair[]>
  /** The lists over all pairs, which come in order. */
  writeLists(folder: string, written: readonly WrittenPair[]): Promise<void>
  /** What a user of the data must know, each a sentence. @param out null in a preview */
  notices(pairs: readonly PlannedPair[], out: string | null): string[]
}

/** Writes below a folder, making folders on the way. */
export async function writeBelow(root: string, path: string, bytes: Uint8Array | string): Promise<void> {
  const target = join(root, path)
  await mkdir(dirname(target), { recursive: true })
  await writeDurably(target, bytes)
}

/** JSON array with one entry a line, so that the files can be compared by eye. */
export function jsonList(entries: readonly object[]): string {
  return entries.length === 0
    ? '[]\n'
    : `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}
