import { paintRle } from '../../mask/rle'
import type { PlannedPair, WrittenPair } from '../export/export-pair'

/** Sorted. A class without a pixel that is seen has no number: it could not be read back. */
export function classNamesIn(written: readonly WrittenPair[]): string[] {
  const seen = new Set<string>()
  for (const { pair } of written) {
    const names = [...new Set(pair.content.regions.map(({ category }) => category))]
    const values = new Set(paintClasses(pair, names))
    names.forEach((name, index) => {
      if (values.has(index + 1)) {
        seen.add(name)
      }
    })
  }
  return [...seen].sort()
}

/** Entries of the list of names. */
export function classEntries(names: readonly string[]): object[] {
  return names.map((name, index) => ({ id: index + 1, name }))
}

export function paintClasses(
  { item, content }: PlannedPair,
  names: readonly string[],
): Uint8Array | Uint16Array {
  const { width, height } = item
  const ids = new Map(names.map((name, index) => [name, index + 1]))
  const isWide = names.length > 255
  const data = isWide ? new Uint16Array(width * height) : new Uint8Array(width * height)
  const bits = new Uint8Array(width * height)
  for (const { category, mask } of content.regions) {
    const id = ids.get(category) ?? 0
    if (data instanceof Uint8Array) {
      paintRle(mask, data, id)
    } else {
      bits.fill(0)
      paintRle(mask, bits, 1)
      bits.forEach((bit, at) => (data[at] = bit === 1 ? id : data[at]))
    }
  }
  return data
}
