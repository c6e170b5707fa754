import { Readable } from 'node:stream'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ReviewState } from '../../domain/pair'
import type { Rle } from '../../mask/rle'
import type { Size } from '../../mask/bitmap'
import type { SequencePlace } from '../../domain/sequence'
import type { Origin } from '../pair-record'
import type { Problems, SourceLocation } from './problems'
import type { Message } from '../../messages/message'
import type { SourceFile, Source } from './source'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeUnpacked } from '../left-behind'
import type { HiddenFolder } from '../left-behind'
import type { Caption, PairDocument, Region, Source as DocumentSource } from '../../domain/document'
import { z } from 'zod'

/** A probability. Numbers that Python writes and JSON does not have come as texts: the message names them. */
export const scoreSchema = z
  .number({
    error: ({ input }) => `a score is a number from 0 to 1, and this is ${String(input).slice(0, 40)}`,
  })
  .min(0, 'a score is at least 0')
  .max(1, 'a score is at most 1')

/** Absolute paths of the images of a pair. */
export interface FramePaths {
  before: string
  after: string
}

/** A region as the data set gives it. */
export interface ImportedRegion {
  category: string
  /** In the after frame. */
  mask: Rle
  beforeMask: Rle | null
  score: number | null
  origin: Origin
  /** Accepted where the set does not tell. */
  status?: 'proposed' | 'accepted'
}

/** An item as its format gives it, images not yet read. */
export interface RawItem {
  location: SourceLocation
  /** Name in the set. */
  key: string
  split: string | null
  before: SourceFile
  after: SourceFile
  /**
   * Its regions in pixels, for the size of the after image.
   * @param images absolute paths of the images of the project, where those of the set are not there
   * @throws ImportProblem, RleError, ImageError: the item is left out
   */
  regions: (size: Size, images?: FramePaths) => ImportedRegion[] | Promise<ImportedRegion[]>
  /** Its regions come from places on a map: where the frames are laid over each other, they are on their common grid. */
  areOnMap?: true
  /** As in the set. */
  captions: string[]
  captionOrigins?: Origin[] | undefined
  state?: ReviewState | undefined
  reviewer?: string | null | undefined
  proposedBy?: { proposer: string; version: string } | null | undefined
  sequence?: SequencePlace | undefined
  /** Probability that anything changed, where the set has one beside those of the regions. */
  score?: number | undefined
}

/** An item that can be used. */
export interface ImportItem {
  location: SourceLocation
  /** Usable as a key, and unique. */
  key: string
  split: string | null
  /** Absolute. */
  beforePath: string
  afterPath: string
  width: number
  height: number
  regions: ImportedRegion[]
  captions: { text: string; origin: Origin }[]
  /** Null if the set does not give one. */
  state: ReviewState | null
  reviewer: string | null
  proposedBy: { proposer: string; version: string } | null
  /** Absent for a pair of none. */
  sequence?: SequencePlace
}

export interface ReadContext {
  source: Source
  problems: Problems
  /** For images that lie inside archives. */
  scratch: Scratch
  /** All data is checked, also data that an import does not need. */
  isCheck: boolean
  /** Predictions alone have one. */
  project?: ReadProject
  /** Of predictions: takes a part that is for no pair of the project, and why. */
  addWithoutPair?: (name: string, reason: Message, location: SourceLocation) => Promise<void>
}

/** The project that predictions are read for. */
export interface ReadProject {
  /** Of its images. */
  folder: string
  pairs: readonly { key: string; before: string; after: string }[]
}

/** A format that can be read. */
export interface FormatReader {
  /** Folders of a set that hold its lists, the longest first: a list that is given stands for the set above them. */
  listFolders?: readonly string[]
  /** Whether a folder seems to have the format, by names and the first bytes of lists. */
  fits(source: Source): Promise<boolean>
  /** @throws ImportProblem if nothing can be read at all */
  read(context: ReadContext): AsyncIterable<RawItem>
}

/** A folder for files that come out of archives, under names of our own. */
export class Scratch {
  private readonly parent: string
  /** Files are needed after their item was handled. */
  private readonly isKept: boolean
  private folder: HiddenFolder | null = null
  private count = 0

  constructor(parent: string, isKept: boolean) {
    this.parent = parent
    this.isKept = isKept
  }

  /** Writes the bytes to a file. Returns its absolute path. */
  async put(bytes: Uint8Array): Promise<string> {
    const path = await this.newPath()
    await writeFile(path, bytes, { flag: 'wx' })
    return path
  }

  /** Writes bytes that come in parts, which are never all in memory. Returns the absolute path. */
  async putParts(parts: AsyncIterable<Uint8Array>): Promise<string> {
    const path = await this.newPath()
    await pipeline(Readable.from(parts), createWriteStream(path, { flags: 'wx' }))
    return path
  }

  private async newPath(): Promise<string> {
    this.folder ??= await makeUnpacked(this.parent)
    this.count += 1
    return join(this.folder.files, String(this.count))
  }

  /** Removes the files of an item that was handled. */
  async release(paths: readonly string[]): Promise<void> {
    if (!this.isKept) {
      await Promise.all(paths.map((path) => rm(path, { force: true })))
    }
  }

  async dispose(): Promise<void> {
    await this.folder?.remove()
  }
}

/**
 * An item as the document of a pair.
 * @param proposalId of the proposal that stands for the one the item began from; null where there is none
 */
export function documentOf(item: ImportItem, state: ReviewState, proposalId: number | null): PairDocument {
  return {
    review: { state: item.state ?? state, notes: '', reviewer: item.reviewer },
    regions: item.regions.map((region, index) => documentRegion(region, index, proposalId)),
    captions: item.captions.map((caption, index) => documentCaption(caption, index, proposalId)),
    links: [],
  }
}

export function documentRegion(
  { category, mask, beforeMask, score, origin, status = 'accepted' }: ImportedRegion,
  index: number,
  proposalId: number | null,
): Region {
  const source = sourceOf(origin, proposalId)
  return { id: `import-${index + 1}`, category, status, mask, beforeMask, source, score }
}

function documentCaption(
  { text, origin }: ImportItem['captions'][number],
  index: number,
  proposalId: number | null,
): Caption {
  return {
    id: `import-caption-${index + 1}`,
    text,
    rank: index,
    source: sourceOf(origin, proposalId),
    logProbability: null,
  }
}

function sourceOf(origin: Origin, proposalId: number | null): DocumentSource {
  if (origin === 'proposal') {
    return proposalId === null ? { kind: 'imported' } : { kind: 'proposal', proposalId }
  }
  // sets tell that a model said it, not which
  return origin === 'model' ? { kind: 'model', model: 'unknown', version: '' } : { kind: origin }
}
