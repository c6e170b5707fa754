import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { encode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeImage, readImageSize } from '../images/decode'
import { ImageError } from '../images/file'
import { decodeRle, rleArea } from '../mask/rle'
import { discoverPairs } from './discover'
import { readLabel } from './labels'

const evaluationData = process.env['DELTASCRIBE_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-labels-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Made {
  values: number[]
  channels?: 1 | 3
  depth?: 8 | 16
  name?: string
}

/** Values of a mask of 6 x N, and what it is read as: category to the values at its pixels. */
async function read({ values, channels = 1, depth = 8, name = 'mask.png' }: Made): Promise<string[]> {
  const height = values.length / channels / 6
  const data = depth === 8 ? Uint8Array.from(values) : Uint16Array.from(values)
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, encode({ width: 6, height, data, channels, depth }))
  const regions = await readLabel(path, { width: 6, height })
  return regions.map(({ category, mask }) => `${category} ${decodeRle(mask).data.join('')}`)
}

function grey(values: readonly number[]): number[] {
  return values.flatMap((value) => [value, value, value])
}

describe('an existing mask', () => {
  test('of one value is change, each connected part a region, corners touching', async () => {
    const values = [1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0]
    expect(await read({ values })).toEqual(['change 100000010000', 'change 000001000000'])
  })

  test('keeps holes', async () => {
    const values = [255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 255, 255, 255, 0, 0, 0]
    expect(await read({ values })).toEqual(['change 111000101000111000'])
  })

  test.each([
    [0, 170, 255],
    [0, 85, 255],
    [50, 85, 255],
    [0, 128, 255],
  ])('of %i, %i and %i is what 255 says', async (a, b, c) => {
    expect(await read({ values: [a, a, b, b, c, c] })).toEqual(['change 000011'])
  })

  test('of LEVIR-MCI, three channels with 128 and 255, is roads and buildings', async () => {
    const values = grey([0, 128, 128, 0, 255, 0])
    expect(await read({ values, channels: 3 })).toEqual(['road 011000', 'building 000010'])
  })

  test('of 255 alone is a building where LEVIR-MCI keeps its masks and change elsewhere', async () => {
    const values = grey([0, 0, 255, 255, 0, 0])
    expect(await read({ values, channels: 3 })).toEqual(['change 001100'])
    const name = 'images/train/label/train_1.png'
    expect(await read({ values, channels: 3, name })).toEqual(['building 001100'])
  })

  test('of small numbers has a category for each, 255 beside them being ignored', async () => {
    expect(await read({ values: [0, 1, 1, 3, 0, 255] })).toEqual(['class 1 011000', 'class 3 000100'])
  })

  test('of numbered objects in 16 bits is change', async () => {
    expect(await read({ values: [0, 300, 0, 301, 0, 9000], depth: 16 })).toEqual([
      'change 010000',
      'change 000100',
      'change 000001',
    ])
  })

  test('with soft edges is cut half way', async () => {
    expect(await read({ values: [0, 60, 110, 140, 250, 255] })).toEqual(['change 000111'])
  })

  test('of colours has a category for each', async () => {
    const values = [0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0]
    expect(await read({ values, channels: 3 })).toEqual(['colour #0000ff 000100', 'colour #ff0000 011000'])
  })

  test('that is empty gives no region', async () => {
    expect(await read({ values: [0, 0, 0, 0, 0, 0] })).toEqual([])
  })

  test('in more than fifty parts is one region a category', async () => {
    const values = Array.from({ length: 6 * 40 }, (_, index) => {
      const [x, y] = [index % 6, Math.floor(index / 6)]
      return x % 2 === 0 && y % 2 === 0 ? 255 : 0
    })
    expect(await read({ values })).toEqual([`change ${values.map((value) => value / 255).join('')}`])
  })

  test('of another size than the image is an error with both sizes', async () => {
    await read({ values: [0, 0, 0, 0, 0, 255] })
    const failure = readLabel(join(folder, 'mask.png'), { width: 12, height: 2 })
    await expect(failure).rejects.toThrow(ImageError)
    await expect(failure).rejects.toMatchObject({
      code: 'size-mismatch',
      message: expect.stringContaining('6 x 1 pixels for an image of 12 x 2') as string,
    })
  })
})

describe.skipIf(!existsSync(join(evaluationData, 'surveillance')))(
  'masks of real sets [needs the evaluation data (DELTASCRIBE_DATA)]',
  () => {
    test('surveillance: palettes of 1 and 8 bits and grey all give what is 255', async () => {
      const root = join(evaluationData, 'surveillance')
      const { readings } = await discoverPairs(root)
      for (const { after, label, key } of readings[0].pairs) {
        const { width, height } = await readImageSize(join(root, after))
        const shown = await decodeImage(join(root, label ?? ''))
        const white = shown.data.filter((value, index) => index % 3 === 0 && value === 255).length
        const regions = await readLabel(join(root, label ?? ''), { width, height })
        const area = regions.reduce((sum, { mask }) => sum + rleArea(mask), 0)
        expect([key, area]).toEqual([key, white])
      }
    })
  },
)
