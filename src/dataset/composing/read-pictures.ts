import { decodeImage, decodeFile } from '../../images/decode'
import { shrink } from '../../images/resize'
import type { RgbImage } from '../../synth/image'
import { basename, extname } from 'node:path'
import type { Rect } from '../../mask/bitmap'
import type { OutlinedThing } from '../../synth/photographs/library'

/** Pixels of the longer side of what is kept. */
const LONGEST = 640
/** Long pictures keep so many pixels across, as long as they have no more pixels than a square of the longest side. */
const LEAST_ACROSS = 320

export interface ReadPhotograph {
  readonly image: RgbImage
  /** Pixels of the file. */
  readonly width: number
  readonly height: number
}

/** A photograph, reduced for composing: 1.2 MB at most. @throws ImageError */
export async function readPhotograph(path: string): Promise<ReadPhotograph> {
  const raster = await decodeImage(path)
  const { width, height } = raster
  const reduced = await shrink(raster, reducedSide(width, height))
  return {
    image: { width: reduced.width, height: reduced.height, data: shared(reduced.data) },
    width,
    height,
  }
}

/** Of the longer side, pixels. */
export function reducedSide(width: number, height: number): number {
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  const least = Math.min(LEAST_ACROSS / shorter, LONGEST / Math.sqrt(width * height))
  const scale = Math.min(1, Math.max(LONGEST / longer, least))
  return Math.max(1, Math.floor(longer * scale))
}

/** Of what is named by what it is made of. */
const MATERIALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cardboard: 'piece of cardboard',
    glass: 'piece of glass',
    metal: 'piece of metal',
    paper: 'piece of paper',
    plastic: 'piece of plastic',
    trash: 'piece of litter',
    wood: 'piece of wood',
    cloth: 'piece of cloth',
  }),
)

/** A cutout with alpha, 8 bits a channel. @param name of its file @throws ImageError, Error that says what it lacks */
export async function readCutout(path: string, name: string): Promise<OutlinedThing> {
  const { samples } = await decodeFile(path)
  const { data, width, height, channels, colours, hasAlpha } = samples
  if (!hasAlpha || !(data instanceof Uint8Array)) {
    throw new Error('has no alpha channel of 8 bits, so its outline is not known')
  }
  const step = Math.max(1, Math.ceil(Math.max(width, height) / LONGEST))
  const [across, down] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))]
  const rgb = new Uint8Array(3 * across * down)
  const alpha = new Uint8Array(across * down)
  const [green, blue] = colours === 3 ? [1, 2] : [0, 0]
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const to = y * across + x
      const sum = meanOf(data, channels, width, x * step, y * step, step, [0, green, blue])
      rgb.set(sum.colour, 3 * to)
      alpha[to] = sum.alpha
    }
  }
  const box = boxOfCover(alpha, across, down)
  if (box === null) {
    throw new Error('is empty: nothing of it covers anything')
  }
  return {
    name,
    word: wordOfCutout(name),
    image: { width: across, height: down, data: shared(rgb) },
    box,
    alpha: shared(cropped(alpha, across, box)),
  }
}

/** "plastic-bottle12.webp": its name up to the first hyphen, or what that material is called. */
export function wordOfCutout(name: string): string | null {
  const stem = basename(name, extname(name)).split('-')[0]
  const word = stem
    .replace(/[_\d]+/g, ' ')
    .trim()
    .toLowerCase()
  return word === '' ? null : (MATERIALS.get(word) ?? word)
}

/** Colours count by their cover. */
function meanOf(
  data: Uint8Array,
  channels: number,
  width: number,
  left: number,
  top: number,
  step: number,
  places: readonly [number, number, number],
): { colour: number[]; alpha: number } {
  const sums = [0, 0, 0]
  let cover = 0
  for (let y = top; y < top + step; y++) {
    for (let x = left; x < left + step; x++) {
      const at = channels * (y * width + x)
      const alpha = data[at + channels - 1]
      cover += alpha
      places.forEach((place, channel) => {
        sums[channel] += alpha * data[at + place]
      })
    }
  }
  return {
    colour: sums.map((sum) => (cover === 0 ? 0 : Math.round(sum / cover))),
    alpha: Math.round(cover / (step * step)),
  }
}

/** The smallest box around what is covered by half or more; null where nothing is. */
export function boxOfCover(alpha: Uint8Array, width: number, height: number): Rect | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (alpha[y * width + x] >= 128) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = y
      }
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

export function cropped(alpha: Uint8Array, width: number, box: Rect): Uint8Array {
  const out = new Uint8Array(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = (y + box.y) * width + box.x
    out.set(alpha.subarray(from, from + box.width), y * box.width)
  }
  return out
}

/** In memory that all threads read: a library is there once, however many threads compose from it. */
export function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
