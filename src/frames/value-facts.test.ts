import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valueFactsSchema, VALUES_HEADER_BYTES } from '../contract/value-facts'
import { decodeFrame, decodePair } from './decode-pair'
import { ImageError } from '../images/file'
import { makeTiff } from '../images/testing'
import { makeBandTiff } from '../images/testing-bands'
import { stepsOf, swapsSides } from '../images/transform'
import { pairValues } from './value-facts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-values-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function stored(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

function deep(values: readonly number[], noData?: string): Buffer {
  const data = Uint16Array.from(values)
  return makeTiff({ width: values.length, height: 1, data, ...(noData === undefined ? {} : { noData }) })
}

function greys({ data }: { data: Uint8Array }): number[] {
  return Array.from(data.filter((_, at) => at % 3 === 0))
}

/** Values 10, 20, ... of the bands of each of two pixels. */
function bandsOfTwo(bands: number): Buffer {
  const data = Uint16Array.from(
    { length: 2 * bands },
    (_, at) => 10 * ((at % bands) + 1) + 1000 * Math.floor(at / bands),
  )
  return makeBandTiff({
    width: 2,
    height: 1,
    bands,
    data,
    names: ['Blue', 'Green', 'Red', 'NIR'].slice(0, bands),
  })
}

describe('a window', () => {
  test('maps its ends to 0 and 255 in both frames, and cuts what lies beyond', async () => {
    const [before, after] = [
      await stored('a.tif', deep([0, 100, 150, 200, 9000])),
      await stored('b.tif', deep([100, 110, 200, 60_000, 1])),
    ]
    const window = { low: 100, high: 200 }
    const pair = await decodePair(before, after, { window, bands: null })
    expect(greys(pair.before)).toEqual([0, 0, 127, 255, 255])
    expect(greys(pair.after)).toEqual([0, 26, 255, 255, 0])
    expect(await decodeFrame({ before, after }, 'after', { window, bands: null })).toEqual(pair.after)
    expect(
      await decodeFrame({ before: join(folder, 'gone.tif'), after }, 'after', { window, bands: null }),
    ).toEqual(pair.after)
  })

  test('leaves frames of 8 bits as they are', async () => {
    const data = Uint8Array.of(0, 128, 255)
    const path = await stored('grey.png', encode({ width: 3, height: 1, data, channels: 1 }))
    const mapping = { window: { low: 100, high: 120 }, bands: null }
    expect(greys((await decodePair(path, path, mapping)).after)).toEqual([0, 128, 255])
  })

  test('may be one value wide at the edge of what numbers hold', async () => {
    const path = await stored('float.tif', makeTiff({ width: 3, height: 1, data: Float32Array.of(-1, 0, 1) }))
    const mapping = { window: { low: 0, high: Number.MIN_VALUE }, bands: null }
    expect(greys((await decodePair(path, path, mapping)).after)).toEqual([0, 0, 255])
  })
})

describe('bands', () => {
  test('are the first three, three others, or one in grey', async () => {
    const path = await stored('four.tif', bandsOfTwo(4))
    const window = { low: 0, high: 255 }
    const rgb = async (bands: [number] | [number, number, number] | null): Promise<number[]> => [
      ...(await decodePair(path, path, { window, bands })).before.data.subarray(0, 3),
    ]
    expect(await rgb(null)).toEqual([10, 20, 30])
    expect(await rgb([4, 3, 2])).toEqual([40, 30, 20])
    expect(await rgb([4])).toEqual([40, 40, 40])
    expect(await rgb([2, 2, 2])).toEqual([20, 20, 20])
  })

  test('of a file in the common form are chosen too', async () => {
    const data = Uint8Array.of(1, 2, 3, 4, 5, 6)
    const path = await stored('rgb.png', encode({ width: 2, height: 1, data, channels: 3 }))
    const pair = await decodePair(path, path, { window: null, bands: [3] })
    expect([...pair.before.data]).toEqual([3, 3, 3, 6, 6, 6])
    const turned = await decodePair(path, path, { window: null, bands: [3, 3, 1] })
    expect([...turned.before.data]).toEqual([3, 3, 1, 6, 6, 4])
  })

  test('that a frame lacks are named, with what to do', async () => {
    const [five, two] = [await stored('five.tif', bandsOfTwo(5)), await stored('two.tif', bandsOfTwo(2))]
    const failure = await decodePair(five, two, { window: null, bands: [5] }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ImageError)
    expect(failure).toMatchObject({
      code: 'no-such-band',
      message: 'two.tif has 2 bands, and band 5 was chosen for this project: choose other bands in Review',
    })
    // by default each frame is shown as well as it can be
    await decodePair(five, two)
  })
})

describe('facts of values', () => {
  test('hold the percentiles, the whole range and a histogram of each frame', async () => {
    const ramp = Array.from({ length: 10_000 }, (_, at) => 1000 + (at % 1000))
    const before = await stored('ramp.tif', deep([...ramp, 60_000]))
    const after = await stored('ramp2.tif', deep([...ramp.map((value) => value + 500), 0], '0'))
    const { facts } = await pairValues(before, after, null)
    expect(valueFactsSchema.parse(facts)).toEqual(facts)
    expect(facts.depth).toMatchObject({ areWhole: true, full: { low: 1000, high: 60_000 } })
    expect(facts.depth?.usual).toEqual({ low: 1001, high: 2498 })
    expect(facts.depth?.narrow).toEqual({ low: 1020, high: 2479 })
    // one hot pixel does not make the histogram a single bar
    expect(facts.depth?.plot.high).toBeLessThan(3000)
    const { before: first, after: second } = facts.depth?.histogram ?? { before: [], after: [] }
    expect(first.reduce((sum, count) => sum + count, 0)).toBe(10_000)
    expect(second.reduce((sum, count) => sum + count, 0)).toBe(10_000)
  })

  test('name the bands, and know which frame has more than 8 bits', async () => {
    const four = await stored('names.tif', bandsOfTwo(4))
    const byte = await stored(
      'byte.png',
      encode({ width: 2, height: 1, data: Uint8Array.of(1, 2), channels: 1 }),
    )
    const { facts, previews } = await pairValues(four, byte, null)
    expect(facts.bands).toEqual({
      before: { count: 4, names: ['Blue', 'Green', 'Red', 'NIR'] },
      after: { count: 1, names: [] },
    })
    expect(facts.depth?.frames).toEqual({ before: true, after: false })
    expect(previews.after).toBeNull()
    expect((await pairValues(byte, byte, null)).facts.depth).toBeNull()
  })

  test('are of one window where all values are one, and of none where nothing was measured', async () => {
    const flat = await stored(
      'flat.tif',
      makeTiff({ width: 4, height: 1, data: Float32Array.of(7, 7, 7, 7) }),
    )
    const depth = (await pairValues(flat, flat, null)).facts.depth
    expect(depth?.full).toEqual({ low: 7, high: 8 })
    const nothing = await stored(
      'nan.tif',
      makeTiff({ width: 2, height: 1, data: Float32Array.of(NaN, Infinity) }),
    )
    expect((await pairValues(nothing, nothing, null)).facts.depth).toBeNull()
  })
})

function read(bytes: Buffer | null): { size: number[]; values: number[] } {
  const copy = new Uint8Array(bytes ?? []).buffer
  return {
    size: [...new Uint32Array(copy, 0, 3)],
    values: [...new Float32Array(copy, VALUES_HEADER_BYTES)],
  }
}

describe('previews of values', () => {
  test('hold the values of a small image, upright, and nothing where none was measured', async () => {
    const data = Uint16Array.of(1, 2, 3, 4, 5, 6)
    const turned = await stored(
      'turned.tif',
      makeBandTiff({ width: 3, height: 2, bands: 1, data, orientation: 6 }),
    )
    const { previews } = await pairValues(turned, turned, null)
    expect(read(previews.before)).toEqual({ size: [2, 3, 1], values: [4, 1, 5, 2, 6, 3] })
    const holes = await stored('holes.tif', deep([7, 0, 9], '0'))
    expect(read((await pairValues(holes, holes, null)).previews.after).values).toEqual([7, NaN, 9])
  })

  test('average squares of a large one', async () => {
    const data = Uint16Array.from({ length: 2050 * 3 }, (_, at) => at % 2050)
    const large = await stored('large.tif', makeTiff({ width: 2050, height: 3, data }))
    const { size, values } = read((await pairValues(large, large, null)).previews.before)
    expect(size).toEqual([684, 1, 1])
    expect(values.slice(0, 2)).toEqual([1, 4])
    expect(values.at(-1)).toBe(2049)
  })

  test.each([2, 3, 4, 5, 6, 7, 8])(
    'are upright where a frame of orientation %i is brought to the size of the other',
    async (orientation) => {
      const after = await stored('small.tif', slopes(30, 40, 1))
      const before = await stored('upright.tif', slopes(60, 80, 1))
      const turned = await stored('turned-large.tif', slopes(60, 80, orientation))
      const { previews } = await pairValues(turned, after, null)
      expect(read(previews.before).size).toEqual([30, 40, 1])
      expect(read(previews.before)).toEqual(read((await pairValues(before, after, null)).previews.before))
      const other = await pairValues(after, turned, null)
      expect(read(other.previews.after)).toEqual(read((await pairValues(after, before, null)).previews.after))
    },
  )
})

/** Values that grow to the right and more so downwards, once it is upright. @param width of it upright */
function slopes(width: number, height: number, orientation: number): Buffer {
  const [across, down] = swapsSides(orientation) ? [height, width] : [width, height]
  const [along, below, start] = stepsOf(orientation, across, down)
  const data = new Uint16Array(width * height)
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    data[start + x * along + y * below] = 1000 + (600 * x) / width + (48_000 * y) / height
  }
  return makeBandTiff({ width: across, height: down, bands: 1, data, orientation })
}
