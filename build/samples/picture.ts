import { fromFile } from 'geotiff'
import type { Rect } from '../../src/mask/bitmap'
import { decodeImage } from '../../src/images/decode'
import { stretch } from '../../src/images/transform'
import { MARGIN } from '../../src/synth/photographs/canvas'
import type { RgbImage } from '../../src/synth/pair'
import type { FrameSize } from '../../src/synth/photographs/shapes'

/** Bands of a Landsat 7 image that are red, green and blue. */
const LANDSAT_BANDS = [2, 1, 0] as const
/** Shares of the pixels that become black and white. */
const DARKEST = 0.01
const BRIGHTEST = 0.99

/** A file of a package as RGB; a TIFF is read as a Landsat 7 image of six bands. */
export async function readSource(path: string): Promise<RgbImage> {
  return path.endsWith('.tif') ? readLandsat(path) : decodeImage(path)
}

/** A part of a picture, in pixels of it, as the canvas of a frame: the frame and its margin on all sides. */
export async function cropFor(image: RgbImage, part: Rect, { width, height }: FrameSize): Promise<RgbImage> {
  const cut = { width: part.width, height: part.height, data: new Uint8Array(3 * part.width * part.height) }
  for (let row = 0; row < part.height; row++) {
    const from = 3 * ((part.y + row) * image.width + part.x)
    cut.data.set(image.data.subarray(from, from + 3 * part.width), 3 * row * part.width)
  }
  const [across, down] = [width + 2 * MARGIN, height + 2 * MARGIN]
  const rgba = await stretch(cut, across, down)
  const data = new Uint8Array(3 * across * down)
  for (let pixel = 0; pixel < across * down; pixel++) {
    data.set(rgba.subarray(4 * pixel, 4 * pixel + 3), 3 * pixel)
  }
  return { width: across, height: down, data }
}

async function readLandsat(path: string): Promise<RgbImage> {
  const image = await (await fromFile(path)).getImage()
  const [width, height] = [image.getWidth(), image.getHeight()]
  const bands = (await image.readRasters({ samples: [...LANDSAT_BANDS] })) as unknown as ArrayLike<number>[]
  const data = new Uint8Array(3 * width * height)
  LANDSAT_BANDS.forEach((_, channel) => {
    const band = bands[channel]
    const sorted = Array.from(band).toSorted((a, b) => a - b)
    const low = sorted[Math.floor(DARKEST * sorted.length)]
    const high = sorted[Math.floor(BRIGHTEST * sorted.length)]
    for (let pixel = 0; pixel < width * height; pixel++) {
      const share = (band[pixel] - low) / (high - low)
      data[3 * pixel + channel] = Math.round(255 * Math.min(1, Math.max(0, share)))
    }
  })
  return { width, height, data }
}
