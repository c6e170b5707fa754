import { readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { decodeFile } from '../src/images/decode'
import type { Rle } from '../src/mask/rle'
import { decodeRle } from '../src/mask/rle'

const named = (names: readonly string[], start: string): string =>
  names.find((file) => file.startsWith(start)) ?? ''

/** Every n-th, so that a limit still covers the whole set. */
export function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / most))
  return items.filter((_, index) => index % step === 0)
}

/** Pixels of any region, in the after frame. */
export function unionOf(
  draft: { regions: readonly { mask: Rle }[] },
  { width, height }: { width: number; height: number },
): Uint8Array {
  const union = new Uint8Array(width * height)
  for (const region of draft.regions) {
    decodeRle(region.mask).data.forEach((value, at) => {
      union[at] |= value
    })
  }
  return union
}

/** The first channel of a mask file. */
export async function grey(path: string): Promise<Uint8Array> {
  const { samples } = await decodeFile(path)
  return Uint8Array.from(
    { length: samples.width * samples.height },
    (_, at) => samples.data[at * samples.channels],
  )
}

/** @param box left, top, right, bottom; all inside */
export function touchesBox(
  mask: Uint8Array,
  width: number,
  [left, top, right, bottom]: readonly number[],
): boolean {
  for (let y = top; y <= bottom; y += 1) {
    if (mask.subarray(y * width + left, y * width + right + 1).includes(1)) {
      return true
    }
  }
  return false
}

export interface MaskedPair {
  key: string
  /** The group whose pairs are averaged together. */
  group: string
  before: string
  after: string
  /** 255 changed, 0 not, 85 and 170 unknown. */
  truth: string
}

export interface BoxedPair {
  key: string
  before: string
  after: string
  boxes: number[][]
}

export async function surveillancePairs(folder: string): Promise<MaskedPair[]> {
  const files = await readdir(folder)
  const masks = await readdir(join(folder, 'masks'))
  const keys = files.filter((file) => file.endsWith('_before.png')).map((file) => file.slice(0, -11))
  return keys.toSorted().map((key) => ({
    key,
    group: key.split('_')[0],
    before: join(folder, `${key}_before.png`),
    after: join(folder, named(files, `${key}_after.`)),
    truth: join(folder, 'masks', named(masks, `${key}.`)),
  }))
}

export async function remoteSensingPairs(folder: string): Promise<MaskedPair[]> {
  const labels = await readdir(join(folder, 'label'))
  return labels.toSorted().map((key) => ({
    key,
    group: 'all',
    before: join(folder, 'A', key),
    after: join(folder, 'B', key),
    truth: join(folder, 'label', key),
  }))
}

export async function pcbPairs(folder: string, most: number): Promise<BoxedPair[]> {
  const files = await readdir(join(folder, 'before'))
  const afters = await readdir(join(folder, 'after'))
  return Promise.all(
    spread(files.toSorted(), most).map(async (file) => {
      const key = basename(file, '.jpg')
      const after = afters.find((name) => name.startsWith(`${key}.`)) ?? ''
      const text = await readFile(join(folder, 'boxes', `${key}.txt`), 'utf8')
      const lines = text.trim().split('\n').filter(Boolean)
      const boxes = lines.map((line) => line.split(/[\s,]+/).map(Number))
      return { key, before: join(folder, 'before', file), after: join(folder, 'after', after), boxes }
    }),
  )
}
