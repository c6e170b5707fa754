import type { FormatReader } from '../import/item'
import type {
  ContentFacts,
  CountedPair,
  ExportRequest,
  PlannedPair,
  WrittenPair,
} from '../export/export-pair'
import type { OutputFolder } from '../export/output'
import type { SplitName } from '../export/assign-splits'
import type { MessageText, Message } from '../../messages/message'
import { message } from '../../messages/message'

/** Options that only some formats have. */
export type FormatOptions = Pick<ExportRequest, 'masks' | 'changeDefinition' | 'patientData'>

/**
 * A format of data sets, which is written and read: all that is specific to it is in its own file, and `list.ts`
 * names it in one line.
 */
export interface DatasetFormat {
  /** In commands, at the command line and in marks of exports: never renamed. */
  name: string
  title: string
  /** For the screen: the content and the code that reads it, one sentence. */
  summary: Message
  recognisedBy: (typeof RECOGNISED_BY)[number]
  page: FormatPage
  /** Takes pairs of these files alone. */
  needs?: 'dicom' | 'nifti'
  /** Known code that trains on the format. */
  trainer?: Trainer
  writer: FormatWriter
  reader: FormatReader
}

/** How a data set of unknown format is recognised, from the most to the least special: asked in this order. */
export const RECOGNISED_BY = ['list-names', 'list-fields', 'conversations', 'layout', 'pair-folders'] as const

/** Text of `docs/formats.md` about a format. `npm run write:formats` puts it there. */
interface FormatPage {
  /** Replaces the words that follow from `supports`. */
  carries?: { masks?: string; categories?: string; captions?: string }
  /** Markdown, one paragraph. */
  text: string
}

export interface Trainer {
  /** Markdown. */
  name: string
  /** Paragraphs of TRAINING.md: how to train on this folder, with the very commands. */
  readme(splits: readonly SplitName[]): string[]
}

/** A code block in Markdown. */
export function codeBlock(language: string, ...lines: string[]): string {
  return ['```' + language, ...lines, '```'].join('\n')
}

/** Writer of a format. */
export interface FormatWriter {
  /** Images lie inside archives, where lists cannot name them as files. */
  isPacked?: true
  /** For the card: how the folder is read. */
  description: string
  /** Lines of YAML at the head of the card, for hubs that read it. */
  frontMatter?(splits: readonly SplitName[]): string[]
  /** Fields of a pair that are restored when the format's own files are read. */
  supports: SupportedFields
  /** Captions of a pair, as they are written. Does not read the images. @throws PairLeftOut */
  sentences(content: ContentFacts): string[]
  /** Number of captions of the pair that are written, if not all are. @throws PairLeftOut as `sentences` */
  countCaptions?(content: ContentFacts): number
  /** The files of one pair. @throws PairLeftOut before anything of it is written */
  writePair(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair>
  /**
   * Pairs that the format has only beside others which are missing, and why. Called twice: for the plan, and for the
   * written pairs.
   */
  whyAlone?<P extends CountedPair>(pairs: readonly P[]): ReadonlyMap<P, MessageText>
  /**
   * Moves files to their final paths, when all written pairs are known. Pairs come in order.
   * @param stopIfCancelled throws; called now and then
   */
  settle?(
    output: OutputFolder,
    written: readonly WrittenPair[],
    stopIfCancelled: () => void,
  ): Promise<WrittenPair[]>
  /** The lists over all pairs, which come in order: by `write-pieces.ts`, as they may be longer than a text can. */
  writeLists(output: OutputFolder, written: readonly WrittenPair[], options: FormatOptions): Promise<void>
  /** Notices for users of the data, each a sentence. @param out null in a preview */
  notices(pairs: readonly CountedPair[], out: string | null): Message[]
}

/** Captions of the pair that the format writes. @throws PairLeftOut if it has no place for the pair */
export function captionCountOf(writer: FormatWriter, content: ContentFacts): number {
  // throws for the same pairs as `sentences`, and is far faster
  if (writer.countCaptions !== undefined) {
    return writer.countCaptions(content)
  }
  writer.sentences(content)
  return content.captions.length
}

/** The fields of a pair that a format holds in its own files. */
export interface SupportedFields {
  /** One mask for each region; one for each class, in which regions merge; or one of all regions. */
  masks: 'regions' | 'classes' | 'union'
  /** `some`: the few that the format has. */
  categories: 'all' | 'some' | 'none'
  beforeMasks: 'masks' | 'boxes' | 'none'
  /** Scores, status and origins of regions, and origins of captions; or the last alone. */
  details: 'all' | 'captions' | 'none'
  /** `five`: the first five, in lower case. */
  captions: 'all' | 'five'
}

export const ALL_FIELDS: SupportedFields = {
  masks: 'regions',
  categories: 'all',
  beforeMasks: 'masks',
  details: 'all',
  captions: 'all',
}

/** Fields of these pairs that the format cannot hold, each a sentence with its count; empty if it holds all. */
export function unsupportedFieldsOf(
  contents: readonly ContentFacts[],
  supported: SupportedFields,
): Message[] {
  const sentences: Message[] = []
  const add = (count: number, id: CountedLoss): void => {
    if (count > 0) {
      sentences.push(message(id, { count }))
    }
  }
  if (supported.masks !== 'regions') {
    add(contents.filter((content) => content.regions.length > 1).length, 'formats.mergedMasks')
  }
  if (supported.categories !== 'all') {
    const found = categoriesIn(contents)
    const id = supported.categories === 'none' ? 'formats.categoriesLost' : 'formats.categoriesPartly'
    if (found.size > 1 || (found.size === 1 && !found.has('change'))) {
      sentences.push(message(id, { names: [...found].sort().join(', ') }))
    }
  }
  if (supported.beforeMasks !== 'masks') {
    const moved = countRegions(contents, ({ beforeMask }) => beforeMask !== null)
    add(moved, supported.beforeMasks === 'none' ? 'formats.beforeMasksLost' : 'formats.beforeMasksBoxes')
  }
  if (supported.details !== 'all') {
    const scored = countRegions(contents, ({ score }) => score !== null)
    add(scored, 'formats.scoresLost')
    const regionCount = countRegions(contents, () => true)
    const captionCount = contents.reduce((sum, { captions }) => sum + captions.length, 0)
    if (supported.details === 'captions') {
      add(regionCount, 'formats.regionOriginsLost')
    } else {
      add(regionCount + captionCount, 'formats.originsLost')
    }
  }
  if (supported.captions === 'five') {
    const beyond = contents.reduce((sum, { captions }) => sum + Math.max(0, captions.length - 5), 0)
    add(beyond, 'formats.captionsLost')
  }
  return sentences
}

/** Of the regions of all pairs. */
export function categoriesIn(contents: readonly ContentFacts[]): Set<string> {
  const found = new Set<string>()
  for (const { regions } of contents) {
    for (const { category } of regions) {
      found.add(category)
    }
  }
  return found
}

function countRegions(
  contents: readonly ContentFacts[],
  isCounted: (region: ContentFacts['regions'][number]) => boolean,
): number {
  let count = 0
  for (const { regions } of contents) {
    for (const region of regions) {
      count += isCounted(region) ? 1 : 0
    }
  }
  return count
}

type CountedLoss =
  `formats.${'mergedMasks' | 'beforeMasksLost' | 'beforeMasksBoxes' | 'scoresLost' | 'regionOriginsLost' | 'originsLost' | 'captionsLost'}`
