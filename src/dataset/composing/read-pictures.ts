import { decodeImage, decodeFile, shownSamples } from '../../images/decode'
import type { Raster } from '../../images/raster'
import { shrink } from '../../images/transform'
import type { RgbImage } from '../../synth/pair'
import { basename, extname } from 'node:path'
import type { Rect, Bitmap } from '../../mask/bitmap'
import type { OutlinedThing } from '../../synth/photographs/library'
import { decodeRle } from '../../mask/rle'
import { rleOfSegmentation } from '../import/masks'
import type { ListedImage, ListedOutline } from './coco-list'

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
  const { data, ...size } = await reducePhotograph(raster)
  return { image: { ...size, data: shared(data) }, width, height }
}

export function reducePhotograph(image: Raster): Promise<Raster> {
  return shrink(image, reducedSide(image.width, image.height))
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
  const samples = shownSamples(await decodeFile(path))
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
function boxOfCover(alpha: Uint8Array, width: number, height: number): Rect | null {
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

function cropped(alpha: Uint8Array, width: number, box: Rect): Uint8Array {
  const out = new Uint8Array(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = (y + box.y) * width + box.x
    out.set(alpha.subarray(from, from + box.width), y * box.width)
  }
  return out
}

/** In memory that all threads read: a library is there once, however many threads compose from it. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** Pixels of the reduced photograph: less is a speck, whatever it was called. */
const LEAST_AREA = 120
const LEAST_SIDE = 8

/** A listed thing, cut from its photograph. @throws Error that says why it cannot be */
export function outlineThing(
  { name, word, segmentation }: ListedOutline,
  listed: ListedImage,
  photograph: ReadPhotograph,
): OutlinedThing {
  const { width, height, image } = photograph
  if (listed.width !== width || listed.height !== height) {
    throw new Error(
      `is drawn to ${listed.width} x ${listed.height} pixels, and ${listed.fileName} has ${width} x ${height}`,
    )
  }
  const mask = decodeRle(rleOfSegmentation(segmentation, listed))
  return cutThing({ name: `${listed.fileName}, ${name}`, word, mask }, image)
}

/** What a mask covers of an image, which may be reduced. @throws Error that says why it cannot be */
export function cutThing(
  { name, word, mask }: Pick<OutlinedThing, 'name' | 'word'> & { readonly mask: Bitmap },
  image: RgbImage,
): OutlinedThing {
  const cover = reducedCover(mask, image.width, image.height)
  const box = boxOfCover(cover, image.width, image.height)
  if (box === null) {
    throw new Error('is empty or outside its image')
  }
  const alpha = cropped(cover, image.width, box)
  if (Math.min(box.width, box.height) < LEAST_SIDE || areaOf(alpha) < LEAST_AREA) {
    throw new Error(`is too small: ${box.width} x ${box.height} pixels in the reduced photograph`)
  }
  return { name, word, image, box, alpha: shared(alpha) }
}

/** Whole pixels. */
function areaOf(alpha: Uint8Array): number {
  return alpha.reduce((sum, value) => sum + value, 0) / 255
}

/** How much of each pixel of the reduced photograph a mask covers, 0 to 255. */
function reducedCover({ width, height, data }: Bitmap, across: number, down: number): Uint8Array {
  if (across === width && down === height) {
    return data.map((value) => 255 * value)
  }
  const sums = new Float64Array(across * down)
  for (let y = 0; y < height; y++) {
    const row = Math.min(down - 1, Math.floor((y * down) / height)) * across
    for (let x = 0; x < width; x++) {
      sums[row + Math.min(across - 1, Math.floor((x * across) / width))] += data[y * width + x]
    }
  }
  const whole = (width * height) / (across * down)
  return Uint8Array.from(sums, (sum) => Math.min(255, Math.round((255 * sum) / whole)))
}
