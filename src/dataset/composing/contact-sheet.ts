import { factorFor, shrink } from '../../images/pyramid'
import type { RgbImage, SyntheticPair } from '../../synth/pair'
import { unionBitmaps } from '../../mask/bitmap'
import { changedPixels } from '../../synth/photographs/truth'

/** Pairs of the contact sheet. */
export const SHOWN = 24
/** Pixels of the longer side of its pictures, at most. */
const LONGEST = 256

/** A pair as the sheet shows it. */
export interface ShownPair {
  readonly before: RgbImage
  readonly after: RgbImage
  readonly mask: RgbImage
  /** Its type and captions. */
  readonly text: string
}

export function shownPair(pair: SyntheticPair): ShownPair {
  const factor = factorFor(pair.before, LONGEST)
  const [before, after, mask] = [pair.before, pair.after, maskImage(pair)].map((each) => shrink(each, factor))
  const text = [pair.changeType, ...pair.captions.map((caption) => `  ${caption.text}`)].join('\n')
  return { before, after, mask, text }
}

/** Pairs side by side; each is before, after and mask. */
const PAIRS_ACROSS = 2
/** Pixels between pictures, and the grey level of the gaps. */
const GAP = 4
const GROUND = 32

/** Pairs of one size in a grid of before, after and mask, and the description of each, by its number. */
export function contactSheet(pairs: readonly ShownPair[]): { image: RgbImage; text: string } {
  const { width, height } = pairs[0].before
  const rows = Math.ceil(pairs.length / PAIRS_ACROSS)
  const across = PAIRS_ACROSS * 3 * (width + GAP) + GAP
  const down = rows * (height + GAP) + GAP
  const image = { width: across, height: down, data: new Uint8Array(3 * across * down).fill(GROUND) }
  pairs.forEach(({ before, after, mask }, at) => {
    const left = GAP + (at % PAIRS_ACROSS) * 3 * (width + GAP)
    const top = GAP + Math.floor(at / PAIRS_ACROSS) * (height + GAP)
    ;[before, after, mask].forEach((picture, place) => {
      put(picture, image, left + place * (width + GAP), top)
    })
  })
  return { image, text: `${pairs.map(({ text }, at) => `${at} ${text}`).join('\n')}\n` }
}

function maskImage({ regions, after: { width, height } }: SyntheticPair): RgbImage {
  const mask = unionBitmaps(
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
