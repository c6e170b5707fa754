import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valueFactsSchema, VALUES_HEADER_BYTES } from '../contract/value-facts'
import { putSidecars, UTM_32 } from '../georeference/testing'
import { pairValuesOrSome } from './some-values'
import { makeLargeTiff } from './testing'
import { DEEP_SIDE, makeDeepTiff } from './testing-deep'

/** 140 megapixels. */
const LARGE = { width: 12_500, height: 11_200 }
const NAMES = ['Blue', 'Green', 'Red', 'Near infrared']

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-some-'))
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

async function stored(name: string, bytes: Buffer): Promise<string> {
  const path = join(home, name)
  await writeFile(path, bytes)
  return path
}

function slope(column: number): number {
  return 1000 + 4 * column
}

function sizeOf(preview: Buffer | null): number[] {
  return [...new Uint32Array(new Uint8Array(preview ?? []).buffer, 0, VALUES_HEADER_BYTES / 4)]
}

describe('values of files that are too large to be decoded whole', () => {
  test('are those of the coarsest overview, with a preview of it', async () => {
    const path = await stored(
      'deep.tif',
      makeDeepTiff({ ...LARGE, valueAt: slope, overviews: 4, bands: 4, names: NAMES }),
    )
    const { facts, previews } = await pairValuesOrSome({ before: path, after: path }, [4])
    expect(valueFactsSchema.parse(facts)).toEqual(facts)
    const bands = { count: 4, names: NAMES }
    expect(facts.bands).toEqual({ before: bands, after: bands })
    const full = { low: 1000, high: slope(DEEP_SIDE - 1) }
    expect(facts.depth).toMatchObject({ frames: { before: true, after: true }, hasPreviews: true, full })
    expect(facts.depth?.usual).toEqual(full)
    expect(facts.depth?.histogram.after.some((count) => count > 0)).toBe(true)
    expect(sizeOf(previews.after)).toEqual([782, 700, 1])
  })

  test('are those of some parts where there is no overview, without a preview', async () => {
    const deep = await stored('bare.tif', makeDeepTiff({ ...LARGE, valueAt: slope }))
    const byte = await stored('byte.tif', makeLargeTiff(LARGE))
    const { facts, previews } = await pairValuesOrSome({ before: deep, after: byte }, null)
    expect(facts.bands).toEqual({
      before: { count: 1, names: [''] },
      after: { count: 3, names: ['', '', ''] },
    })
    expect(facts.depth).toMatchObject({ frames: { before: true, after: false }, hasPreviews: false })
    expect(facts.depth?.full.low).toBe(1000)
    expect(previews).toEqual({ before: null, after: null })
  })

  test('are those of files of which a small area is shown', async () => {
    const scene = makeDeepTiff({ ...LARGE, valueAt: slope, overviews: 4 })
    const files = { before: await stored('scene.tif', scene), after: join(home, 'clip.tif') }
    await writeFile(files.after, makeDeepTiff({ width: 300, height: 200, valueAt: () => 5000 }))
    const [x, across, , y, , down] = UTM_32
    await putSidecars(files.before)
    await putSidecars(files.after, [x + 11_000 * across, across, 0, y + 10_000 * down, 0, down])
    const { depth } = (await pairValuesOrSome(files, null)).facts
    expect(depth).toMatchObject({ hasPreviews: false, full: { low: 1000, high: 5000 } })
  })

  test('are had of files of more bytes than are decoded', async () => {
    const path = await stored('long.tif', makeDeepTiff({ width: 600, height: 600, valueAt: slope }))
    await truncate(path, 2 * 2 ** 30)
    const { depth } = (await pairValuesOrSome({ before: path, after: path }, null)).facts
    expect(depth?.full.low).toBe(1000)
  })

  test('name the bands where one that was chosen is not there', async () => {
    const path = await stored('four.tif', makeDeepTiff({ ...LARGE, valueAt: slope, overviews: 4, bands: 4 }))
    const { depth, bands } = (await pairValuesOrSome({ before: path, after: path }, [5])).facts
    expect(depth).toBeNull()
    expect(bands?.after.count).toBe(4)
  })
})
