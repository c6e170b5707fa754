import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeFile, readImageHeader } from '../decode'
import type { Samples } from '../raster'
import { makeNifti } from './testing'
import type { MadeNifti } from './testing'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-nifti-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function put(bytes: Buffer, name = 'scan.nii'): Promise<string> {
  count += 1
  const path = join(folder, `${count}-${name}`)
  await writeFile(path, bytes)
  return path
}

/** Tells where each voxel lies. */
const at = (i: number, j: number, k: number): number => 100 * k + 10 * j + i
const VOLUME: MadeNifti = { dims: [4, 3, 5], at, pixdim: [0.5, 0.75, 2] }

/** Does not get small by compression. */
const LARGER: MadeNifti = {
  dims: [60, 60, 5],
  at: (i, j, k) => ((i * 7919 + j * 104_729 + k * 31) % 30_011) - 9000,
}

async function samplesOf(path: string): Promise<Samples> {
  return (await decodeFile(path)).samples
}

describe('a slice', () => {
  test('is the middle axial one by default, with the right of the body on the left and its front at the top', async () => {
    const path = await put(makeNifti(VOLUME))
    expect(await readImageHeader(path)).toMatchObject({
      format: 'nifti',
      width: 4,
      height: 3,
      slices: { shown: { axis: 'axial', number: 3 }, counts: { axial: 5, coronal: 3, sagittal: 4 } },
      spacing: { columnMillimetres: 0.5, rowMillimetres: 0.75, isAtDetector: false },
    })
    const { data } = await samplesOf(path)
    expect([...data]).toEqual([223, 222, 221, 220, 213, 212, 211, 210, 203, 202, 201, 200])
  })

  test.each([
    ['axial1', 4, 3, [23, 22, 21, 20, 13, 12, 11, 10, 3, 2, 1, 0]],
    ['coronal2', 4, 5, [413, 412, 411, 410, 313]],
    ['sagittal4', 3, 5, [423, 413, 403, 323]],
  ])('%s', async (slice, width, height, first) => {
    for (const isPacked of [false, true]) {
      const path = await put(makeNifti({ ...VOLUME, isPacked }), isPacked ? 'scan.nii.gz' : 'scan.nii')
      const samples = await samplesOf(`${path}#${slice}`)
      expect([samples.width, samples.height]).toEqual([width, height])
      expect([...samples.data].slice(0, first.length)).toEqual(first)
    }
  })

  test('lies as the sform says, else as the qform does', async () => {
    // i runs to the head, j to the left, k to the back
    const sform = [
      [0, -1, 0, 0],
      [0, 0, -1, 0],
      [1, 0, 0, 0],
    ] as const
    const path = await put(makeNifti({ ...VOLUME, sform }))
    const header = await readImageHeader(path)
    expect(header.slices?.counts).toEqual({ axial: 4, coronal: 5, sagittal: 3 })
    const { width, height, data } = await samplesOf(`${path}#axial1`)
    expect([width, height]).toEqual([3, 5])
    expect([...data].slice(0, 6)).toEqual([0, 10, 20, 100, 110, 120])
    // a half turn about the axis to the head
    const turned = await samplesOf(`${await put(makeNifti({ ...VOLUME, qform: [0, 0, 1, 1] }))}#axial1`)
    expect([...turned.data]).toEqual([0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23])
  })

  test('that is not there has a message that says how many there are', async () => {
    const path = await put(makeNifti(VOLUME))
    await expect(decodeFile(`${path}#axial6`)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(/#axial6 is no slice of its file, which has 5 slices/) as string,
    })
    await expect(decodeFile(`${path}#frame1`)).rejects.toThrow(/which has 0 slices/)
  })
})

/** Fits a byte. */
function value(i: number, j: number, k: number): number {
  return (i * 7 + j * 3 + k) % 100
}

describe('values', () => {
  test.each([2, 4, 8, 16, 64, 512])('of data type %d are read in both byte orders', async (datatype) => {
    for (const isBig of [false, true]) {
      const path = await put(makeNifti({ dims: [3, 2, 2], at: value, datatype, isBig }))
      expect([...(await samplesOf(`${path}#axial2`)).data]).toEqual([18, 11, 4, 15, 8, 1])
    }
  })

  test('are those after slope and intercept, and the file’s window is told', async () => {
    const made = { dims: [2, 1], at: (i: number) => i, slope: 2.5, intercept: -10, window: [-5, 40] } as const
    const samples = await samplesOf(await put(makeNifti(made)))
    expect([...samples.data]).toEqual([-7.5, -10])
    expect(samples.window).toEqual({ low: -5, high: 40 })
  })

  test('of the first volume of several are taken', async () => {
    expect([...(await samplesOf(await put(makeNifti({ dims: [2, 1, 1, 3], at: (i) => i })))).data]).toEqual([
      1, 0,
    ])
  })
})

describe('what is not read says why', () => {
  test.each([
    ['colours', makeNifti({ ...VOLUME, datatype: 128 }), /kind of values/],
    ['two files', makeNifti({ ...VOLUME, magic: 'ni1\0' }), /in two files/],
    ['a file that is too large', makeNifti({ dims: [1, 1, 1], at }), /1 GiB/],
    ['a file that ends early', makeNifti(VOLUME).subarray(0, 380), /damaged or incomplete/],
    ['a packed file that ends early', makeNifti({ ...LARGER, isPacked: true }).subarray(0, 4000), /damaged/],
    ['no volume in a packed file', gzipSync(Buffer.alloc(2000)), /is not a PNG/],
  ])('%s', async (name, bytes, words) => {
    if (name.includes('too large')) {
      ;[2000, 2000, 2000].forEach((side, axis) => bytes.writeInt16LE(side, 42 + 2 * axis))
    }
    await expect(decodeFile(await put(bytes))).rejects.toThrow(words)
  })
})
