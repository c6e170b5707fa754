import { fileOf } from '../../../domain/slice-path'
import type { Region } from '../../../domain/document'
import type { ImageFormat, ImageHeader } from '../../../images/header/source'
import { readImageHeader } from '../../../images/decode'
import { ImageError } from '../../../images/file'
import { rleArea } from '../../../mask/rle'
import type { Message } from '../../../messages/message'
import { PairLeftOut } from '../../export/export-pair'
import type { PlannedPair, WrittenPair } from '../../export/export-pair'
import { writeInImages } from '../../export/images'
import type { OutputFolder } from '../../export/output'
import { safeName } from '../../export/file-names'
import { withoutSlice } from '../../slice-pairs'
import { pairEntryOf } from '../pair-entry'
import type { PairEntry } from '../pair-entry'

/**
 * Both images of a pair of scans, as PNG.
 * @param reason for a pair whose after image is of another format
 * @throws PairLeftOut before anything is written
 */
export async function writeScanPair(
  output: OutputFolder,
  pair: PlannedPair,
  format: ImageFormat,
  reason: Message,
): Promise<WrittenPair> {
  const header = await headerOrLeftOut(pair.item.afterPath)
  if (header.format !== format) {
    throw new PairLeftOut(reason)
  }
  return writeInImages(output, pair)
}

async function headerOrLeftOut(path: string): Promise<ImageHeader> {
  try {
    return await readImageHeader(path)
  } catch (error) {
    throw error instanceof ImageError ? new PairLeftOut(error.text) : error
  }
}

/** Area of the after mask; null where the file does not say how large a pixel is. */
interface RegionArea {
  category: string
  area_mm2: number | null
}

/** A pair with the header of its after image. */
export interface Scan {
  written: WrittenPair
  header: ImageHeader
}

/** What our own list tells of a pair, beside the labels. Areas are for people, and are not read back. */
export function scanEntryOf({
  written,
  header,
}: Scan): PairEntry & { regions: RegionArea[]; at_detector: boolean } {
  const { spacing = null } = header
  const areaOf = ({ mask }: Region): number | null =>
    spacing === null
      ? null
      : Number((rleArea(mask) * spacing.columnMillimetres * spacing.rowMillimetres).toPrecision(10))
  const { regions } = written.pair.content
  return {
    ...pairEntryOf(written),
    regions: regions.map((region) => ({ category: region.category, area_mm2: areaOf(region) })),
    at_detector: spacing?.isAtDetector ?? false,
  }
}

/**
 * Pairs whose labels have place in one file, in their order: slices of one direction of the same two files, each slice
 * once. Otherwise the masks of one pair would come back as those of another.
 */
export async function groupsOfScans(written: readonly WrittenPair[]): Promise<[Scan, ...Scan[]][]> {
  const groups = new Map<string, [Scan, ...Scan[]]>()
  const counts = new Map<string, number>()
  for (const one of written) {
    const { beforePath, afterPath } = one.pair.item
    const scan = { written: one, header: await readImageHeader(afterPath) }
    const { axis, number } = scan.header.slices?.shown ?? { axis: 'frame', number: 1 }
    const files = [fileOf(beforePath), fileOf(afterPath), axis].join('\n')
    const slice = `${files}\n${number}`
    const repeat = counts.get(slice) ?? 0
    counts.set(slice, repeat + 1)
    const group = `${files}\n${repeat}`
    const known = groups.get(group)
    if (known === undefined) {
      groups.set(group, [scan])
    } else {
      known.push(scan)
    }
  }
  return [...groups.values()]
}

/** For the file of a group: the key of its first pair without its slice, or with it where that is taken. */
export function uniqueName({ written }: Scan, taken: Set<string>): string {
  const { item, name } = written.pair
  let found = safeName(withoutSlice(item.key))
  for (let count = 1; taken.has(found.toLowerCase()); count += 1) {
    found = count === 1 ? name : `${name}_${count}`
  }
  taken.add(found.toLowerCase())
  return found
}
