import type { ExportOptions } from '../../contract/work'
import type { PairContent } from './content'
import type { SupportedFields } from './unsupported-fields'
import type { OutputFolder } from './output'
import type { SplitName } from './split'
import type { PlannedPair, WrittenPair } from './planned-pair'

/** What some formats can be told. */
export type FormatOptions = Pick<ExportOptions, 'masks'>

/** One format of training data. */
export interface Format {
  /** Images lie inside archives, where no list can name them as files. */
  isPacked?: true
  /** For the card: how the folder is read. */
  description: string
  /** Lines of YAML at the head of the card, for hubs that read it. */
  frontMatter?(splits: readonly SplitName[]): string[]
  /** What of a pair comes back when the format's own files are read. */
  supports: SupportedFields
  /** The sentences under a pair, as they are written. @throws PairLeftOut, without looking at the images */
  sentences(content: PairContent): string[]
  /** Captions of the pair that go out, where those are not all. */
  countCaptions?(content: PairContent): number
  /** The files of one pair. @throws PairLeftOut before anything of it is written */
  writePair(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair>
  /** Pairs that the format has only beside others which are not here, and why. Asked twice: of the plan, and of what was written. */
  whyAlone?(pairs: readonly PlannedPair[]): ReadonlyMap<PlannedPair, string>
  /**
   * Puts files into their last place, now that it is known which pairs there are. They come in order.
   * @param stopIfCancelled throws; to be called now and then
   */
  settle?(
    output: OutputFolder,
    written: readonly WrittenPair[],
    stopIfCancelled: () => void,
  ): Promise<WrittenPair[]>
  /** The lists over all pairs, which come in order. */
  writeLists(output: OutputFolder, written: readonly WrittenPair[], options: FormatOptions): Promise<void>
  /** What a user of the data must know, each a sentence. @param out null in a preview */
  notices(pairs: readonly PlannedPair[], out: string | null): string[]
}

/** JSON array with one entry a line, so that the files can be compared by eye. */
export function jsonList(entries: readonly object[]): string {
  return entries.length === 0
    ? '[]\n'
    : `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}
