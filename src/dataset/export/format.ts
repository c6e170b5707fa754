import type { ExportOptions } from '../../contract/work'
import type { PairContent } from './content'
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

/** The fields of a pair that a format holds in its own files. */
export interface SupportedFields {
  /** Each region by itself; a mask a class, in which regions run together; one mask of all regions. */
  masks: 'regions' | 'classes' | 'union'
  /** `some`: the format's own few. */
  categories: 'all' | 'some' | 'none'
  beforeMasks: 'masks' | 'boxes' | 'none'
  /** Scores, origins of regions and captions. */
  details: boolean
  /** `five`: the first five, in lower case. */
  captions: 'all' | 'five'
}

/** Fields of these pairs that the format cannot hold, each a sentence with its count; empty where it holds all. */
export function unsupportedFieldsOf(contents: readonly PairContent[], supported: SupportedFields): string[] {
  const sentences: string[] = []
  const add = (count: number, one: string, many: string): void => {
    if (count > 0) {
      sentences.push(count === 1 ? `1 ${one}.` : `${count} ${many}.`)
    }
  }
  const regions = contents.flatMap((content) => content.regions)
  if (supported.masks !== 'regions') {
    const merged = contents.filter((content) => content.regions.length > 1).length
    add(merged, 'pair has several regions in one mask', 'pairs have several regions in one mask')
  }
  if (supported.categories !== 'all') {
    const names = new Set(regions.map(({ category }) => category))
    const verb = supported.categories === 'none' ? 'are not kept' : 'are kept only where the format has them'
    if (names.size > 1 || (names.size === 1 && !names.has('change'))) {
      sentences.push(`Categories ${verb}: ${[...names].sort().join(', ')}.`)
    }
  }
  const moved = regions.filter(({ beforeMask }) => beforeMask !== null).length
  if (supported.beforeMasks === 'none') {
    add(moved, 'mask in a before frame is not kept', 'masks in before frames are not kept')
  } else if (supported.beforeMasks === 'boxes') {
    add(moved, 'mask in a before frame becomes a box', 'masks in before frames become boxes')
  }
  if (!supported.details) {
    const scored = regions.filter(({ score }) => score !== null).length
    add(scored, 'score of a region is not kept', 'scores of regions are not kept')
  }
  if (supported.captions === 'five') {
    const beyond = contents.reduce((sum, { captions }) => sum + Math.max(0, captions.length - 5), 0)
    add(
      beyond,
      'caption beyond the fifth is not in the list',
      'captions beyond the fifth are not in the list',
    )
  }
  return sentences
}
