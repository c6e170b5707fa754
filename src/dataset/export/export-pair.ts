import type { CaptionLanguage } from '../../contract/project'
import type { ExportOptions } from '../../contract/work'
import type { PairDocument, Caption, Region } from '../../domain/document'
import type { PairProblem, ReviewState } from '../../domain/pair'
import type { SequencePlace } from '../../domain/sequence'
import type { ValueMapping } from '../../domain/value-mapping'
import { rleArea } from '../../mask/rle'
import { phraseOfRejectedIn } from '../../domain/rejected-phrase'
import { isBlank } from '../../domain/review'
import type { PairFacts } from '../../domain/document-facts'
import type { SplitName } from './assign-splits'
import { message, MessageError, messageIn } from '../../messages/message'

/** Options of an export, with what its project says about all pairs. */
export type ExportRequest = ExportOptions & {
  changeDefinition?: string
  captionLanguage?: CaptionLanguage
  /** The project's; the default if absent. */
  mapping?: ValueMapping
  /** Names of files may be names of persons: neither they nor dates are written. */
  hidesNames?: boolean
}

/** Data that a plan needs of a pair. */
export interface CountedItem {
  key: string
  split: string | null
  /** Absolute. */
  beforePath: string
  afterPath: string
  /** Pixels of the after frame, upright. */
  width: number
  height: number
  problem: PairProblem | null
  /** Names of its files may not be told. */
  hidesNames?: boolean
  /** Null or absent for a pair of none. */
  sequence?: Pick<SequencePlace, 'name'> | null
}

/** A pair as a preview counts it: without its document. */
export interface FactsItem extends CountedItem {
  state: ReviewState
  /** The review began from a proposal. */
  isProposed: boolean
  /** False if the size of the image is not known yet: then masks are taken to fit it. */
  isMeasured: boolean
  facts: PairFacts
}

/** A pair as the store has it, offered for export. */
export interface ExportItem extends CountedItem {
  sequence?: SequencePlace | null
  /** Of images that are decoded; the default if absent. */
  mapping?: ValueMapping
  document: PairDocument
  /** Proposer whose proposal the review began from. */
  proposedBy: { proposer: string; version: string } | null
}

/** A pair that cannot be written in this format. The reason is worded to follow its key. */
export class PairLeftOut extends MessageError {
  override name = 'PairLeftOut'
}

export interface ExportedCaption {
  text: string
  /** Whether a person wrote or edited it in the project. */
  isOfPerson: boolean
  /** Whether words of it speak of rejected regions alone. */
  isOfRejected: boolean
}

/** Data that a plan needs of a pair's exported content. */
export interface ContentFacts {
  regions: readonly { category: string; score: unknown; beforeMask: unknown }[]
  captions: readonly ExportedCaption[]
  /** Captions that the choice of captions leaves out; absent where it leaves out none. */
  unchosen?: readonly ExportedCaption[]
  /** A set pixel in either frame. */
  hasChange: boolean
}

/** The part of a pair's document that is exported. */
export interface PairContent extends ContentFacts {
  /** Without rejected regions, in drawing order. */
  regions: Region[]
  /** First caption first; one line each, never empty. */
  captions: readonly (Caption & ExportedCaption)[]
}

/** As `contentOf`, without the document. @throws PairLeftOut */
export function contentFactsOf(item: FactsItem): ContentFacts {
  requireNoProblem(item)
  const { regions, rejectedCount, captions } = item.facts
  for (const { width, height } of item.isMeasured ? regions : []) {
    requireFit(item, width, height)
  }
  const content = {
    regions: eachRegion(regions),
    captions: tidyCaptions(captions),
    hasChange: regions.some(({ hasPixels }) => hasPixels),
  }
  const hasContent = regions.length + rejectedCount + captions.length > 0
  requireKnown(item.isProposed || hasContent || isChecked(item.state))
  return content
}

/**
 * @throws PairLeftOut if the pair has a problem, its masks do not fit its image, or it was neither proposed for nor
 * reviewed
 */
export function contentOf(item: ExportItem): PairContent {
  requireNoProblem(item)
  const regions = item.document.regions.filter(({ status }) => status !== 'rejected')
  for (const { mask } of regions) {
    requireFit(item, mask.size[1], mask.size[0])
  }
  const captions = tidyCaptions(
    item.document.captions.map((caption) => ({
      ...caption,
      isOfPerson: caption.source.kind === 'person',
      isOfRejected: phraseOfRejectedIn(item.document, caption) !== null,
    })),
  )
  requireKnown(item.proposedBy !== null || !isBlank(item.document) || isChecked(item.document.review.state))
  const hasChange = regions.some(
    ({ mask, beforeMask }) => rleArea(mask) > 0 || (beforeMask !== null && rleArea(beforeMask) > 0),
  )
  return { regions, captions, hasChange }
}

function requireNoProblem({ problem }: CountedItem): void {
  if (problem !== null) {
    throw new PairLeftOut(messageIn(problem))
  }
}

function requireFit(image: CountedItem, width: number, height: number): void {
  if (width !== image.width || height !== image.height) {
    const sizes = { maskWidth: width, maskHeight: height, width: image.width, height: image.height }
    throw new PairLeftOut(message('exports.maskSize', sizes))
  }
}

function requireKnown(isKnown: boolean): void {
  if (!isKnown) {
    throw new PairLeftOut(message('exports.noProposal'))
  }
}

/** Repeats equal regions as often as they occur. */
export function eachRegion(regions: PairFacts['regions']): PairFacts['regions'] {
  return regions.every(({ count }) => count === 1)
    ? regions
    : regions.flatMap((region) => Array.from({ length: region.count }, () => region))
}

const UNTIDY = /^\s|\s$|\s\s|[^\S ]/

/** One line each, first caption first. */
function tidyCaptions<C extends { text: string; rank: number }>(captions: readonly C[]): readonly C[] {
  const isTidy = captions.every(({ text, rank }, index) => {
    return text !== '' && (index === 0 || rank >= captions[index - 1].rank) && !UNTIDY.test(text)
  })
  if (isTidy) {
    return captions
  }
  return captions
    .map((caption) => ({ ...caption, text: caption.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.rank - b.rank)
}

/** For formats that take any number of captions, also none. */
export function allCaptions({ captions }: ContentFacts): string[] {
  return captions.map(({ text }) => text)
}

function isChecked(state: ReviewState): boolean {
  return state === 'accepted' || state === 'corrected'
}

/** A pair of a plan, to be written or only counted. */
export interface CountedPair<I extends CountedItem = CountedItem, C extends ContentFacts = ContentFacts> {
  item: I
  content: C
  /** Captions that are written. */
  captionCount: number
  split: SplitName
  /** From 1, over all pairs. */
  number: number
}

/** A pair to be written. */
export interface PlannedPair extends CountedPair<ExportItem, PairContent> {
  /** Unique file name without extension. */
  name: string
  /** Unique in its split only, and without the split's own folder in front. */
  nameInSplit: string
}

/** Files of a written pair. Paths are relative to the export, with forward slashes. */
export interface WrittenPair extends ImageAccount {
  pair: PlannedPair
  before: string
  after: string
  label: string | null
}

/** Facts about the images of an exported pair. */
export interface ImageAccount {
  convertedImages: number
  /** Of frames that are laid over each other by the map: differs where the grid does. Null where they are as they were. */
  commonGrid: string | null
  /** SHA-256 of the source files. */
  sources: { before: string; after: string }
}
