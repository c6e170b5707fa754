import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeFile, readImageHeader } from '../decode'
import { asJpegLs, makeDicom, SYNTAXES } from './testing'
import type { MadeDicom } from './testing'

const SIZE = { width: 6, height: 4 }
const COUNT = SIZE.width * SIZE.height
let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-frames-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function put(made: Partial<MadeDicom>): Promise<string> {
  count += 1
  const path = join(folder, `${count}.dcm`)
  await writeFile(path, makeDicom({ ...SIZE, bitsAllocated: 8, pixels: frames(1), ...made }))
  return path
}

/** Each one of its own grey. */
function frames(howMany: number): Buffer {
  return Buffer.concat(Array.from({ length: howMany }, (_, index) => Buffer.alloc(COUNT, 10 * (index + 1))))
}

async function greyOf(path: string): Promise<number> {
  const { samples } = await decodeFile(path)
  expect(new Set(samples.data).size).toBe(1)
  return samples.data[0]
}

describe('several frames', () => {
  test('are shown one by one, the middle one by default', async () => {
    const path = await put({ frames: 4, pixels: frames(4) })
    expect(await greyOf(path)).toBe(20)
    expect(await greyOf(`${path}#frame1`)).toBe(10)
    expect(await greyOf(`${path}#frame4`)).toBe(40)
    expect((await readImageHeader(`${path}#frame4`)).slices).toEqual({
      shown: { axis: 'frame', number: 4 },
      counts: { frame: 4 },
    })
    for (const slice of ['frame5', 'axial1']) {
      await expect(decodeFile(`${path}#${slice}`)).rejects.toThrow(/is no slice of its file/)
    }
  })

  test('may be coded, a fragment each', async () => {
    const info = { ...SIZE, bitsPerSample: 8, componentCount: 1, isSigned: false }
    const coded = await Promise.all(
      [50, 60, 70].map((grey) => asJpegLs(info, new Uint8Array(COUNT).fill(grey))),
    )
    const path = await put({ frames: 3, syntax: SYNTAXES.jpegLs, pixels: coded })
    expect([await greyOf(path), await greyOf(`${path}#frame3`)]).toEqual([60, 70])
  })
})

describe('the size of a pixel', () => {
  test.each<[string, Partial<MadeDicom>, object]>([
    ['in the body', { pixelSpacing: '0.7\\0.4', detectorSpacing: '1\\1' }, { isAtDetector: false }],
    ['else at the detector', { detectorSpacing: '0.2\\0.1' }, { isAtDetector: true, columnMillimetres: 0.1 }],
  ])('is that %s', async (_, made, spacing) => {
    expect((await readImageHeader(await put(made))).spacing).toMatchObject(spacing)
  })

  test.each<[string, Partial<MadeDicom>]>([
    ['one value is missing', { pixelSpacing: '0.7' }],
    ['it is zero', { pixelSpacing: '0\\1' }],
    ['nothing says it', {}],
  ])('is not known where %s', async (_, made) => {
    expect((await readImageHeader(await put(made))).spacing).toBeUndefined()
  })
})
