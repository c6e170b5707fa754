import { decodePair } from '../../src/frames/decode-pair'
import type { RegionEncoder } from '../../src/models/nanodet/region-features'
import type { NameExample } from '../../src/names/taught-names'
import { pcbPairs } from '../evaluation-sets'

/** By number, from 1: SOURCES.md of the data. */
export const DEFECT_TYPES = ['open', 'short', 'mousebite', 'spur', 'spurious copper', 'pin-hole'] as const

/** A region of the set of defects, at its true box. */
export interface Defect extends NameExample {
  readonly pair: string
  /** The board that the pair is a part of: the first five digits of its name. */
  readonly board: string
}

/** Every region of the set. @param milliseconds gets, for each pair, the time of the processor for one region */
export async function encodeDefects(
  folder: string,
  encoder: RegionEncoder,
  milliseconds: number[],
): Promise<Defect[]> {
  const defects: Defect[] = []
  for (const { key, before, after, boxes } of await pcbPairs(folder, Infinity)) {
    const frames = await decodePair(before, after)
    const rects = boxes.map(([x, y, right, bottom]) => ({ x, y, width: right - x, height: bottom - y }))
    const started = process.cpuUsage()
    const vectors = await encoder.encode(frames.before, frames.after, rects)
    const { user, system } = process.cpuUsage(started)
    milliseconds.push((user + system) / 1000 / Math.max(1, rects.length))
    vectors.forEach((features, index) => {
      const word = DEFECT_TYPES[boxes[index][4] - 1]
      defects.push({ word, features, pair: key, board: key.slice(0, 5) })
    })
  }
  return defects
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
