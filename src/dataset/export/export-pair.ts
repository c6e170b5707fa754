import type { PairDocument, Caption, Region } from '../../domain/document'
import type { PairProblem } from '../../domain/pair'
import { rleArea } from '../../mask/rle'
import { isBlank } from '../../domain/review'
import type { SplitName } from './split'

/** A pair as the store has it, offered for export. */
export interface ExportItem {
  key: string
  split: string | null
  /** Absolute. */
  beforePath: string
  afterPath: string
  /** Pixels of the after frame, upright. */
  width: number
  height: number
  problem: PairProblem | null
  document: PairDocument
  /** Whose proposal the review began from. */
  proposedBy: { proposer: string; version: string } | null
}

/** A pair that cannot be written in this format, and why, in words that follow its key. */
export class PairLeftOut extends Error {
  override name = 'PairLeftOut'
}

/** What of a pair's document goes out. */
export interface PairContent {
  /** Without rejected ones, in drawing order. */
  regions: Region[]
  /** First caption first; one line each, never empty. */
  captions: Caption[]
  /** A set pixel in either frame. */
  hasChange: boolean
}

/** @throws PairLeftOut where that, or the format, has no place for the pair */
export function contentIn(
  format: { sentences(content: PairContent): unknown },
  item: ExportItem,
): PairContent {
  const content = contentOf(item)
  format.sentences(content)
  return content
}

/** @throws PairLeftOut where the pair has a problem, its masks do not fit its image, or nothing is known of it */
function contentOf(item: ExportItem): PairContent {
  if (item.problem !== null) {
    throw new PairLeftOut(item.problem.message)
  }
  const regions = item.document.regions.filter(({ status }) => status !== 'rejected')
  for (const { mask } of regions) {
    if (mask.size[0] !== item.height || mask.size[1] !== item.width) {
      const sizes = `${mask.size[1]} x ${mask.size[0]} pixels, the image ${item.width} x ${item.height}`
      throw new PairLeftOut(`a mask has ${sizes}: was the image replaced?`)
    }
  }
  const captions = item.document.captions
    .map((caption) => ({ ...caption, text: caption.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.rank - b.rank)
  if (item.proposedBy === null && isBlank(item.document) && !isChecked(item)) {
    throw new PairLeftOut('it has no proposal yet, and nobody has said that nothing changed')
  }
  const hasChange = regions.some(
    ({ mask, beforeMask }) => rleArea(mask) > 0 || (beforeMask !== null && rleArea(beforeMask) > 0),
  )
  return { regions, captions, hasChange }
}

/**
 * The captions of a pair; of one without change and without caption a sentence that says so.
 * @throws PairLeftOut where something changed and nobody said what
 */
export function sentencesOf({ captions, hasChange }: PairContent, noChange: string): string[] {
  if (captions.length === 0 && hasChange) {
    throw new PairLeftOut('it has regions and no caption: write one')
  }
  return captions.length > 0 ? captions.map(({ text }) => text) : [noChange]
}

/** For formats that have room for all of them, and need none. */
export function allCaptions({ captions }: PairContent): string[] {
  return captions.map(({ text }) => text)
}

function isChecked({ document }: ExportItem): boolean {
  return document.review.state === 'accepted' || document.review.state === 'corrected'
}

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
