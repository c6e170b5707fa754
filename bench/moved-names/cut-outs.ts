import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { decodeImage } from '../../src/images/decode'
import type { Raster } from '../../src/images/raster'
import { coverageInWindow, resampleWindow } from '../../src/images/resample-window'
import type { Rect } from '../../src/mask/bitmap'
import { decodeRle, rleSchema } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'
import { COCO_NAMES } from '../../src/names/coco-names'
import type { Colour } from '../../src/names/colour'

/** Pixels; smaller ones would have to be enlarged. */
const LEAST_SIDE = 60

/** A thing that is outlined on a photograph, all of it in the picture. */
export interface Outlined {
  kind: string
  photograph: string
  box: Rect
  mask: Rle
}

export interface Photographs {
  folder: string
  /** Names of files, with the kinds that are known to be on them. */
  images: { file: string; kinds: Set<string> }[]
  things: Outlined[]
}

/** The pixels of a thing at the size at which it is pasted. */
export interface CutOut {
  pixels: Raster
  /** 0 to 1, row-major. */
  cover: Float32Array
  /** Mean inside of the outline. */
  colour: Colour
}

const instancesSchema = z.object({
  images: z.array(z.object({ id: z.number(), file_name: z.string(), width: z.number(), height: z.number() })),
  annotations: z.array(
    z.object({
      image_id: z.number(),
      category_id: z.number(),
      /** Left, top, width, height. */
      bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      segmentation: rleSchema,
    }),
  ),
  categories: z.array(z.object({ id: z.number(), name: z.string() })),
})

export async function readPhotographs(folder: string): Promise<Photographs> {
  const text = await readFile(join(folder, 'instances.json'), 'utf8')
  const { images, annotations, categories } = instancesSchema.parse(JSON.parse(text))
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const byId = new Map(images.map((image) => [image.id, image]))
  const known: readonly string[] = COCO_NAMES
  const kindsOf = (id: number): string[] =>
    annotations.filter(({ image_id: of }) => of === id).map((one) => names.get(one.category_id) ?? '')
  return {
    folder,
    images: images.map(({ id, file_name: file }) => ({ file, kinds: new Set(kindsOf(id)) })),
    things: annotations.flatMap(({ image_id: id, category_id: category, bbox, segmentation }) => {
      const [x, y, width, height] = bbox
      const image = byId.get(id)
      const kind = names.get(category) ?? ''
      const isWhole =
        image !== undefined && x > 1 && y > 1 && x + width < image.width - 1 && y + height < image.height - 1
      return isWhole && Math.min(width, height) >= LEAST_SIDE && known.includes(kind)
        ? [{ kind, photograph: image.file_name, box: { x, y, width, height }, mask: segmentation }]
        : []
    }),
  }
}

export function readPhotograph(folder: string, file: string): Promise<Raster> {
  return decodeImage(join(folder, 'images', file))
}

/** @param longest side of the thing, pixels */
export async function cutOut(folder: string, thing: Outlined, longest: number): Promise<CutOut> {
  const image = await readPhotograph(folder, thing.photograph)
  const scale = longest / Math.max(thing.box.width, thing.box.height)
  const width = Math.max(1, Math.round(scale * thing.box.width))
  const height = Math.max(1, Math.round(scale * thing.box.height))
  const pixels = resampleWindow(image, thing.box, width, height)
  const cover = coverageInWindow(decodeRle(thing.mask), thing.box, width, height)
  return { pixels, cover, colour: meanColour(pixels, cover) }
}

/** In place. */
export function paste(onto: Raster, { pixels, cover }: CutOut, left: number, top: number): void {
  for (let y = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1) {
      const from = y * pixels.width + x
      const to = (top + y) * onto.width + left + x
      for (let channel = 0; channel < 3; channel += 1) {
        const ground = onto.data[3 * to + channel]
        onto.data[3 * to + channel] = ground + cover[from] * (pixels.data[3 * from + channel] - ground) + 0.5
      }
    }
  }
}

function meanColour(pixels: Raster, cover: Float32Array): Colour {
  const sums = [0, 0, 0]
  let total = 0
  cover.forEach((share, at) => {
    total += share
    sums.forEach((_, channel) => {
      sums[channel] += share * pixels.data[3 * at + channel]
    })
  })
  return [sums[0] / total, sums[1] / total, sums[2] / total]
}
