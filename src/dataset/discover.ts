import { bucketOf } from '../buckets/buckets-in-use'
import type { LeftOut } from '../contract/project'
import { readClevr } from './layouts/clevr'
import { readFolderLayouts, indexLabels, isLabelFolder } from './layouts/folders'
import { readManifests } from './layouts/manifest'
import { readTwoFolders, readWordFolders } from './layouts/named-folders'
import { readSequences } from './layouts/sequences/readings'
import { isEndOfName, readSuffixLayouts } from './layouts/suffixes'
import { isSequenceReading } from '../domain/sequence'
import { parentOf } from './parent-of'
import { emptyReading, finishReading } from './reading'
import type { DiscoveredReading, ReadingBuilder } from './reading'
import { scanFolder } from './scan'
import type { Scan } from './scan'
import { message } from '../messages/message'

export interface Discovery {
  /** Every way to read the folder that finds pairs, best first. */
  readings: DiscoveredReading[]
  /** Images by name, in pairs or not. */
  imageCount: number
  /** Where no reading finds a pair: what was seen, and why it is none. */
  leftOut: LeftOut[]
}

/**
 * All ways to read a folder as pairs, from names alone. A manifest comes first, as a person wrote it; folders of their
 * own for each side count double against names in one folder. Sequences come last: only where there is no pair, images
 * are opened for the dates that their names do not say.
 * @param linksInto another folder, real and absolute, that links to files may lead into
 * @throws DiscoverError where the folder itself cannot be read
 */
export async function discoverPairs(folder: string, linksInto: string | null = null): Promise<Discovery> {
  const scan = await scanFolder(folder, linksInto)
  const labels = indexLabels(scan)
  const lists = await readManifests(folder, scan)
  const weighed = [
    ...lists.map((builder) => ({ builder, weight: Number.MAX_SAFE_INTEGER })),
    ...[readClevr(scan), ...readFolderLayouts(scan, labels), readWordFolders(scan, labels)].map((builder) =>
      weigh(builder, 2),
    ),
    ...readSuffixLayouts(scan, labels).map((builder) => weigh(builder, 1)),
  ]
  const found = weighed.filter(({ builder }) => builder.pairs.length > 0)
  const ofPairs = found.sort((a, b) => b.weight - a.weight).map(({ builder }) => withLabelTitle(builder))
  // of a bucket every image would have to be fetched for its date
  const reads = ofPairs.length === 0 && bucketOf(folder) === null
  const sequences = await readSequences(folder, scan, { reads, labels })
  const told = withSequences(ofPairs, sequences.map(withLabelTitle))
  const used = withTwoFolders(told, readTwoFolders(scan, labels).map(withLabelTitle))
  const readings = used.map((builder) => finishReading(withFaultsOf(lists, builder), scan))
  return {
    readings,
    imageCount: scan.images.length,
    leftOut: readings.length > 0 ? [] : whyNone(weighed, scan),
  }
}

/**
 * Folders that are dates come before names that end in a number or a letter, which may be tiles and slices of one date:
 * where both have the same images, the user is asked.
 */
function withSequences(
  ofPairs: readonly ReadingBuilder[],
  sequences: readonly ReadingBuilder[],
): ReadingBuilder[] {
  const most = mostImagesOf(ofPairs)
  const dated = ofPairs.every(({ id }) => isEndOfName(id))
    ? sequences.filter((builder) => areDateFolders(builder) && imageCountOf(builder) >= most)
    : []
  const others = sequences.filter((builder) => !dated.includes(builder) && isWiderThan(builder, ofPairs))
  return [...dated, ...ofPairs, ...others]
}

/**
 * Two folders whose names tell no side come where nothing else is found, or readings that may be mistaken: ends of names
 * that may tell tiles, before which they come where they have many more images, and numbers that may tell no dates.
 */
function withTwoFolders(
  told: readonly ReadingBuilder[],
  twoFolders: readonly ReadingBuilder[],
): ReadingBuilder[] {
  if (twoFolders.length === 0 || !told.every(mayBeMistaken)) {
    return [...told]
  }
  const isWide = told.length === 0 || isWiderThan(twoFolders[0], told)
  return isWide ? [...twoFolders, ...told] : [...told, ...twoFolders]
}

function mayBeMistaken(reading: ReadingBuilder): boolean {
  return isEndOfName(reading.id) || (isSequenceReading(reading.id) && !areDateFolders(reading))
}

/** Each pair is of two folders, which are dates. */
function areDateFolders({ pairs }: ReadingBuilder): boolean {
  return (
    pairs.length > 0 &&
    pairs.every(
      ({ before, after, sequence }) => parentOf(before) !== parentOf(after) && sequence?.beforeDate != null,
    )
  )
}

/** A sequence of one folder is no sequence where pairs of two folders have its images. */
const LEAST_WIDENING = 1.5

/** Whether it has pairs, and so many more images than each of the others. */
function isWiderThan({ pairs }: ReadingBuilder, others: readonly ReadingBuilder[]): boolean {
  return pairs.length > 0 && imageCountOf({ pairs }) >= mostImagesOf(others) * LEAST_WIDENING
}

function mostImagesOf(readings: readonly ReadingBuilder[]): number {
  return readings.reduce((count, reading) => Math.max(count, imageCountOf(reading)), 0)
}

function imageCountOf({ pairs }: Pick<ReadingBuilder, 'pairs'>): number {
  const paths = new Set<string>()
  for (const { before, after } of pairs) {
    paths.add(before).add(after)
  }
  return paths.size
}

/** A list that gives no pair says why in each other reading: its splits and captions are not in there. */
function withFaultsOf(lists: readonly ReadingBuilder[], builder: ReadingBuilder): ReadingBuilder {
  const unused = lists.filter(({ pairs }) => pairs.length === 0)
  return {
    ...builder,
    lists: [...builder.lists, ...unused.flatMap((list) => list.lists)],
    leftOut: [...unused.flatMap(({ leftOut }) => leftOut), ...builder.leftOut],
  }
}

function weigh(builder: ReadingBuilder, factor: number): { builder: ReadingBuilder; weight: number } {
  return { builder, weight: builder.pairs.length * factor }
}

/** Says in the title where masks were found. */
function withLabelTitle(builder: ReadingBuilder): ReadingBuilder {
  const label = builder.pairs.find((pair) => pair.label !== null)?.label ?? null
  if (label === null) {
    return builder
  }
  const folder = label.split('/').find((part) => isLabelFolder(part))
  return {
    ...builder,
    title:
      folder === undefined ? builder.title : message('readings.withLabels', { title: builder.title, folder }),
  }
}

function whyNone(weighed: readonly { builder: ReadingBuilder }[], scan: Scan): LeftOut[] {
  const empty = emptyReading('', '')
  empty.leftOut.push(...weighed.flatMap(({ builder }) => builder.leftOut))
  return finishReading(empty, scan).leftOut
}
