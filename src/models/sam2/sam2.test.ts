import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InferenceSession } from 'onnxruntime-node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Prompts } from '../../contract/pairs'
import type { Raster } from '../../images/raster'
import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { maskIou } from '../../mask/measures'
import { decodeRle, encodeRle } from '../../mask/rle'
import { SAM2_FILES } from '../../packs/catalogue'
import { makeScene } from '../difference/testing'
import { chooseMask, ClickSegmenter } from './click-segmenter'
import { coverageOf, includesPixel, logitAt, logitsToMask, maskToLogits } from './logits'
import { createDecoder, createEncoder } from './encoder-decoder'
import type { Sam2Decoder, Embedding } from './encoder-decoder'
import { EmbeddingCache, embeddingKey, openModel } from './segment-anything'
import { writeSyntheticModel } from './testing-model'

function embedding(value: number): Embedding {
  const part = (channels: number, side: number) => ({
    shape: [1, channels, side, side],
    values: new Float32Array(channels * side * side).fill(value),
  })
  return { image_embed: part(4, 4), high_res_feats_0: part(2, 16), high_res_feats_1: part(2, 8) }
}

const side = 64
const offer = (mask: Bitmap, quality: number) => ({
  logits: maskToLogits(encodeRle(mask), side),
  side,
  quality,
})

const size = { width: 320, height: 200 }
const red: Rect = { x: 40, y: 60, width: 70, height: 50 }
const blue: Rect = { x: 200, y: 40, width: 60, height: 90 }
const options = { provider: 'cpu', threads: 1 } as const

function scene(): Raster {
  return makeScene({
    ...size,
    things: [
      { rect: red, colour: [230, 20, 20] },
      { rect: blue, colour: [20, 30, 240] },
    ],
  })
}

function filled(...rects: Rect[]): Bitmap {
  const bitmap = emptyBitmap(size.width, size.height)
  for (const { x, y, width, height } of rects) {
    for (let row = y; row < y + height; row += 1) {
      bitmap.data.fill(1, row * size.width + x, row * size.width + x + width)
    }
  }
  return bitmap
}

function at(rect: Rect, isInside = true): Prompts['points'][number] {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, isInside }
}

const noPrompts: Prompts = { points: [], box: null, mask: null }

describe('Segment Anything 2, with a made model of its interface', () => {
  let folder: string
  let decoder: Sam2Decoder
  let embedding: Embedding
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-sam2-'))
    await writeSyntheticModel(folder)
    const encoder = await createEncoder(join(folder, SAM2_FILES.encoder), options)
    embedding = await encoder.encode(scene())
    await encoder.release()
    decoder = await createDecoder(join(folder, SAM2_FILES.decoder), options)
  })
  afterAll(async () => {
    await decoder.release()
    await rm(folder, { recursive: true })
  })

  async function segment(
    prompts: Prompts,
    changes: Bitmap[] = [],
    clicks = new ClickSegmenter(),
  ): Promise<Bitmap> {
    const request = { key: 'scene', ...size, prompts, changes: changes.map((change) => encodeRle(change)) }
    return decodeRle((await clicks.segment(decoder, embedding, request)).mask)
  }

  test('a click gives the object under it', async () => {
    expect(maskIou(await segment({ ...noPrompts, points: [at(red)] }), filled(red))).toBeGreaterThan(0.85)
    expect(maskIou(await segment({ ...noPrompts, points: [at(blue)] }), filled(blue))).toBeGreaterThan(0.85)
  })

  test('two clicks give both, one that takes away leaves the other', async () => {
    const both = await segment({ ...noPrompts, points: [at(red), at(blue)] })
    expect(maskIou(both, filled(red, blue))).toBeGreaterThan(0.85)
    const one = await segment({ ...noPrompts, mask: encodeRle(filled(red, blue)), points: [at(blue, false)] })
    expect(maskIou(one, filled(red))).toBeGreaterThan(0.75)
  })

  test('a box gives what it holds', async () => {
    const box = { x: red.x - 5, y: red.y - 5, width: red.width + 10, height: red.height + 10 }
    const candidates = await segment({ points: [at(red)], box, mask: null })
    expect(maskIou(candidates, filled(red))).toBeGreaterThan(0.85)
    const alone = await segment({ ...noPrompts, box })
    expect(maskIou(alone, filled(box))).toBeGreaterThan(0.85)
  })

  test('the next point corrects the mask that was answered before', async () => {
    const clicks = new ClickSegmenter()
    await segment({ ...noPrompts, points: [at(red)] }, [], clicks)
    const both = await segment({ ...noPrompts, points: [at(red), at(blue)] }, [], clicks)
    expect(maskIou(both, filled(red, blue))).toBeGreaterThan(0.85)
  })

  test('a model that is another one is refused in words, and a file that is none too', async () => {
    const { prototype } = InferenceSession as unknown as { prototype: InferenceSession }
    const released = vi.spyOn(prototype, 'release')
    await expect(createDecoder(join(folder, SAM2_FILES.encoder), options)).rejects.toThrow(
      'is no Segment Anything 2 model as expected',
    )
    expect(released).toHaveBeenCalledTimes(1)
    released.mockRestore()
    await writeFile(join(folder, 'none.onnx'), 'not a model')
    await expect(createEncoder(join(folder, 'none.onnx'), options)).rejects.toThrow(
      'is not a usable ONNX model',
    )
    await expect(openModel(folder)).resolves.toBeUndefined()
  })
})

describe('choosing among masks', () => {
  test("without a change it is the one of the model's highest score, of those that satisfy the points", () => {
    const [a, b] = [offer(filled(red), 0.9), offer(filled(red, blue), 0.8)]
    expect(chooseMask([a, b], [at(red)], size, null)).toBe(a)
    expect(chooseMask([a, b], [at(red), at(blue)], size, null)).toBe(b)
    expect(chooseMask([b, a], [at(red), at(blue, false)], size, null)).toBe(a)
  })

  test('where the click lies in a change, agreement with it decides', () => {
    const [a, b] = [offer(filled(red), 0.9), offer(filled(red, blue), 0.8)]
    const change = coverageOf(encodeRle(filled(red, blue)), side)
    expect(chooseMask([a, b], [at(red)], size, change)).toBe(b)
  })
})

describe('masks and logits', () => {
  test('a mask goes to logits and back', () => {
    const mask = filled(red, blue)
    const back = logitsToMask(maskToLogits(encodeRle(mask), 64), 64, size.width, size.height)
    expect(maskIou(back.mask, mask)).toBeGreaterThan(0.93)
    expect(encodeRle(back.mask, back.bounds)).toEqual(encodeRle(back.mask))
  })

  test('an image smaller than the grid, and a mask without a pixel', () => {
    const small = { width: 3, height: 2, data: Uint8Array.of(1, 0, 0, 1, 1, 0) }
    expect(logitsToMask(maskToLogits(encodeRle(small), 64), 64, 3, 2).mask).toEqual(small)
    const none = logitsToMask(new Float32Array(64 * 64).fill(-1), 64, 30, 20)
    expect(none.mask.data.includes(1)).toBe(false)
  })
})

describe('logits and masks on grids', () => {
  test.each([
    [320, 200],
    [37, 90],
    [5, 3],
  ])('stretched to %i x %i a pixel is set where its logit is over 0', (width, height) => {
    const logits = Float32Array.from({ length: 24 * 24 }, (_, at) => Math.sin(at * at) + Math.sin(at / 31))
    const { mask, bounds } = logitsToMask(logits, 24, width, height)
    const one = Uint8Array.from(mask.data, (_, at) =>
      logitAt(logits, 24, { width, height }, at % width, Math.floor(at / width)) > 0 ? 1 : 0,
    )
    expect(mask.data).toEqual(one)
    expect(encodeRle(mask, bounds)).toEqual(encodeRle(mask))
  })

  test('a logit is the mean of the cells about it, by how near they are', () => {
    const logits = Float32Array.of(0, 4, 8, 12)
    expect(logitAt(logits, 2, { width: 4, height: 4 }, 0, 0)).toBe(0)
    expect(logitAt(logits, 2, { width: 4, height: 4 }, 1, 0)).toBe(1)
    expect(logitAt(logits, 2, { width: 4, height: 4 }, 1, 2)).toBe(7)
  })

  test('a mask covers shares of cells, also where cells are smaller than pixels', () => {
    const two = encodeRle({ width: 4, height: 2, data: Uint8Array.of(1, 0, 0, 1, 1, 0, 1, 1) })
    expect([...coverageOf(two, 2)]).toEqual([0.5, 0.5, 0.5, 1])
    expect([...coverageOf(two, 4)]).toEqual([1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1])
    const covered = coverageOf(encodeRle(filled(red, blue)), 48).reduce((sum, share) => sum + share)
    const pixels = red.width * red.height + blue.width * blue.height
    expect(covered).toBeCloseTo((pixels * 48 * 48) / (size.width * size.height), 3)
  })

  test('a mask includes the pixels that are set, and no other', () => {
    const mask = encodeRle(filled(red))
    const rows = [red.y - 1, red.y, red.y + red.height - 1, red.y + red.height]
    const columns = [0, red.x - 1, red.x, red.x + red.width - 1, red.x + red.width, size.width - 1]
    const pixels = rows.map((y) => columns.map((x) => includesPixel(mask, x, y)))
    const none = columns.map(() => false)
    const some = [false, false, true, true, false, false]
    expect(pixels).toEqual([none, some, some, none])
    expect(includesPixel(mask, size.width, 0)).toBe(false)
    expect(includesPixel(mask, 0, -1)).toBe(false)
  })
})

describe('the cache of embeddings', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-embeddings-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('gives back what it was given, and nothing for what it was not', async () => {
    const cache = new EmbeddingCache(folder)
    await cache.write('one', embedding(0.5))
    expect(await cache.read('one')).toEqual(embedding(0.5))
    expect(await cache.read('two')).toBeNull()
  })

  test('a damaged file counts as none and goes', async () => {
    const cache = new EmbeddingCache(folder)
    await writeFile(join(folder, 'bad.safetensors'), 'damaged')
    expect(await cache.read('bad')).toBeNull()
    expect(await readdir(folder)).not.toContain('bad.safetensors')
  })

  test('keeps to its bound: what was not used for longest goes', async () => {
    const bounded = join(folder, 'bounded')
    const cache = new EmbeddingCache(bounded, 4000)
    for (const [index, key] of ['a', 'b', 'c'].entries()) {
      await cache.write(key, embedding(1))
      const used = new Date(2000 + index, 0)
      await utimes(join(bounded, `${key}.safetensors`), used, used)
    }
    expect((await readdir(bounded)).length).toBeLessThan(3)
    const files = await readdir(bounded)
    await cache.read(files[0].replace('.safetensors', ''))
    await cache.write('d', embedding(1))
    expect(await readdir(bounded)).toContain(files[0])
  })

  test('a key separates pixels, sizes and models', () => {
    const image = scene()
    const other = { ...image, data: image.data.with(7, image.data[7] ^ 1) }
    const turned = { ...image, width: image.height, height: image.width }
    const keys = [
      embeddingKey(image, 'a'),
      embeddingKey(image, 'b'),
      embeddingKey(other, 'a'),
      embeddingKey(turned, 'a'),
    ]
    expect(new Set(keys).size).toBe(4)
    expect(embeddingKey(scene(), 'a')).toBe(keys[0])
  })
})
