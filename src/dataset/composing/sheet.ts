import type { RgbImage } from '../../synth/image'
import { union } from '../../synth/image'
import type { SyntheticPair } from '../../synth/pair'
import { changedPixels } from '../../synth/photographs/truth'

/** Pairs side by side; each is before, after and mask. */
const PAIRS_ACROSS = 2
/** Pixels between pictures, and levels of what lies there. */
const GAP = 4
const GROUND = 32

/** Pairs of one size in a grid of before, after and mask, and what is told of each, by its number. */
export function contactSheet(pairs: readonly SyntheticPair[]): { image: RgbImage; text: string } {
  const { width, height } = pairs[0].before
  const rows = Math.ceil(pairs.length / PAIRS_ACROSS)
  const across = PAIRS_ACROSS * 3 * (width + GAP) + GAP
  const down = rows * (height + GAP) + GAP
  const image = { width: across, height: down, data: new Uint8Array(3 * across * down).fill(GROUND) }
  pairs.forEach((pair, at) => {
    const left = GAP + (at % PAIRS_ACROSS) * 3 * (width + GAP)
    const top = GAP + Math.floor(at / PAIRS_ACROSS) * (height + GAP)
    ;[pair.before, pair.after, maskImage(pair)].forEach((picture, place) => {
      put(picture, image, left + place * (width + GAP), top)
    })
  })
  const text = pairs.map(({ changeType, captions }, at) =>
    [`${at} ${changeType}`, ...captions.map((caption) => `  ${caption.text}`)].join('\n'),
  )
  return { image, text: `${text.join('\n')}\n` }
}

function maskImage({ regions, after: { width, height } }: SyntheticPair): RgbImage {
  const mask = union(
    width,
    height,
    regions.map((region) => changedPixels(region, { width, height })),
  )
  const data = new Uint8Array(3 * width * height)
  mask.data.forEach((value, pixel) => data.fill(255 * value, 3 * pixel, 3 * pixel + 3))
  return { width, height, data }
}

function put(picture: RgbImage, sheet: RgbImage, left: number, top: number): void {
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(3 * y * picture.width, 3 * (y + 1) * picture.width)
    sheet.data.set(row, 3 * ((top + y) * sheet.width + left))
  }
}
