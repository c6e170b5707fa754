import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { createRandom } from '../../synth/random'

/** A photograph of noise about a colour. */
export function photographPng(seed: number, width: number, height: number): Uint8Array {
  const random = createRandom(seed)
  const middle = [random.integer(40, 200), random.integer(40, 200), random.integer(40, 200)]
  const data = Uint8Array.from(
    { length: 3 * width * height },
    (_, at) => middle[at % 3] + random.integer(-30, 30),
  )
  return encode({ width, height, data, channels: 3, depth: 8 })
}

/** A bright box with a clear rim. */
export function cutoutPng(width = 40, height = 30): Uint8Array {
  const data = new Uint8Array(4 * width * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const isInside = x > 4 && y > 4 && x < width - 5 && y < height - 5
    data.set([250, 240, 10, isInside ? 255 : 0], 4 * pixel)
  }
  return encode({ width, height, data, channels: 4, depth: 8 })
}

/** A folder of `count` photographs of 90 x 70 pixels, a list with two outlines in each, and two cutouts. */
export function madeSources(root: string, count: number) {
  const [photographs, cutouts, outlines] = ['photographs', 'cutouts', 'list.json'].map((name) =>
    join(root, name),
  )
  mkdirSync(photographs, { recursive: true })
  mkdirSync(cutouts, { recursive: true })
  const names = Array.from({ length: count }, (_, at) => `photograph-${String(at).padStart(3, '0')}.png`)
  names.forEach((name, at) => writeFileSync(join(photographs, name), photographPng(at, 90, 70)))
  writeFileSync(join(cutouts, 'plastic-1.png'), cutoutPng())
  writeFileSync(join(cutouts, 'tin_can-7.png'), cutoutPng(30, 44))
  const list = {
    images: names.map((file_name, id) => ({
      id,
      file_name,
      width: 90,
      height: 70,
      licence: id % 2 === 0 ? 'CC0-1.0' : 'CC-BY-4.0',
      origin: `where ${id} is from`,
    })),
    annotations: names.flatMap((_, id) => [
      { id: 2 * id, image_id: id, category_id: 1, segmentation: [[10, 10, 40, 12, 38, 50, 12, 48]] },
      { id: 2 * id + 1, image_id: id, category_id: 2, segmentation: [[50, 20, 80, 20, 80, 60, 50, 60]] },
    ]),
    categories: [
      { id: 1, name: 'car' },
      { id: 2, name: 'dog' },
    ],
  }
  writeFileSync(outlines, JSON.stringify(list))
  return { photographs, cutouts, outlines, list }
}
