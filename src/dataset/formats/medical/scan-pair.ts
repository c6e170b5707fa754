import { fileOf } from '../../../domain/slice-path'
import type { Region } from '../../../domain/document'
import type { ImageFormat, ImageHeader } from '../../../images/header/source'
import { readImageHeader } from '../../../images/decode'
import { ImageError } from '../../../images/file'
import { rleArea } from '../../../mask/rle'
import type { Message } from '../../../messages/message'
import { PairLeftOut } from '../../export/export-pair'
import type { PlannedPair, WrittenPair } from '../../export/export-pair'
import { writePairFiles } from '../../export/images'
import type { OutputFolder } from '../../export/output'
import { pairEntryOf } from '../geographic/changes'
import type { PairEntry } from '../geographic/changes'

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
  return writePairFiles(output, pair, {
    before: `images/before/${pair.name}`,
    after: `images/after/${pair.name}`,
    mask: null,
  })
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

/** What our own list tells of a pair, beside the labels. Areas are for people, and are not read back. */
export async function scanEntryOf(
  written: WrittenPair,
): Promise<PairEntry & { regions: RegionArea[]; at_detector: boolean }> {
  const { item, content } = written.pair
  const { spacing = null } = await readImageHeader(item.afterPath)
  const areaOf = ({ mask }: Region): number | null =>
    spacing === null
      ? null
      : Number((rleArea(mask) * spacing.columnMillimetres * spacing.rowMillimetres).toPrecision(10))
  return {
    ...pairEntryOf(written),
    regions: content.regions.map((region) => ({ category: region.category, area_mm2: areaOf(region) })),
    at_detector: spacing?.isAtDetector ?? false,
  }
}

/** Pairs of one after file together, in their order. */
export function groupsOfFiles(written: readonly WrittenPair[]): WrittenPair[][] {
  const groups = new Map<string, WrittenPair[]>()
  for (const one of written) {
    const file = fileOf(one.pair.item.afterPath)
    groups.set(file, [...(groups.get(file) ?? []), one])
  }
  return [...groups.values()]
}

/** For the file of a group: the name of its first pair, without its slice. */
export function uniqueName({ pair }: WrittenPair, taken: Set<string>): string {
  const whole = pair.name.replace(/#[^#]*$/, '')
  const name = whole === '' || taken.has(whole) ? pair.name : whole
  taken.add(name)
  return name
}
