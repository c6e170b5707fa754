import type { Rle } from '../../src/mask/rle'

/**
 * Masks as sets of pixels, with a codec of the campaign's own: what the program's codec loses shows. Pixels are
 * numbered down the columns, as run lengths in COCO files are (cocodataset/cocoapi, common/maskApi.c).
 */
export type Pixels = ReadonlySet<number>

export function flipped(pixels: Pixels, flips: Pixels): Pixels {
  const result = new Set(pixels)
  for (const pixel of flips) {
    if (!result.delete(pixel)) {
      result.add(pixel)
    }
  }
  return result
}

export function rleOf(pixels: Pixels, width: number, height: number): Rle {
  const runs: number[] = []
  let [length, isSet] = [0, false]
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixels.has(pixel) !== isSet) {
      runs.push(length)
      length = 0
      isSet = !isSet
    }
    length += 1
  }
  runs.push(length)
  const steps = runs.map((run, at) => (at > 2 ? run - runs[at - 2] : run))
  return { size: [height, width], counts: steps.map(groupsOf).join('') }
}

/** Five bits a character, low ones first; the sixth says that more follow, the fifth of the last is the sign. */
function groupsOf(value: number): string {
  let [text, rest] = ['', value]
  for (;;) {
    const group = rest & 31
    rest >>= 5
    const isLast = (group & 16) === 0 ? rest === 0 : rest === -1
    text += String.fromCharCode(48 + (isLast ? group : group + 32))
    if (isLast) {
      return text
    }
  }
}

export function pixelsOf({ counts }: Rle): Pixels {
  const runs: number[] = []
  let [value, shift] = [0, 0]
  for (const character of counts) {
    const group = character.charCodeAt(0) - 48
    value += (group & 31) * 2 ** shift
    shift += 5
    if (group < 32) {
      const step = (group & 16) === 0 ? value : value - 2 ** shift
      runs.push(runs.length > 2 ? step + runs[runs.length - 2] : step)
      ;[value, shift] = [0, 0]
    }
  }
  const pixels = new Set<number>()
  let at = 0
  for (const [index, run] of runs.entries()) {
    const isSet = index % 2 === 1
    for (const end = at + run; at < end; at += 1) {
      if (isSet) {
        pixels.add(at)
      }
    }
  }
  return pixels
}
