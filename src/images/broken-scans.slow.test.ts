import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../synth/random'
import type { Random } from '../synth/random'
import { decodeFile } from './decode'
import { readSegmentation } from './dicom/read-segmentation'
import { segmentationFile } from './dicom/segmentation'
import { patientData, sourceReference } from './dicom/source-reference'
import { asJpeg2000, asJpegLs, makeDicom, SYNTAXES } from './dicom/testing'
import { ImageError } from './file'
import { HeaderError } from './header/source'
import { makeNifti } from './nifti/testing'

/** Of each kind. */
const FILES = 1000
/** For one file. */
const MILLISECONDS = 10_000
/** More than was held before: a file that claims a large size must not get it. */
const MOST_BYTES = 1.5 * 2 ** 30
const SIZE = { width: 40, height: 30 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-broken-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Mutation = (bytes: Buffer, random: Random) => Buffer

const mutations: readonly Mutation[] = [
  // cut
  (bytes, random) => bytes.subarray(0, random.integer(0, bytes.length - 1)),
  // flipped bits
  (bytes, random) =>
    changed(bytes, random, random.integer(1, 40), (byte) => byte ^ (1 << random.integer(0, 7))),
  // bytes of the header
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    for (let count = random.integer(1, 8); count > 0; count -= 1) {
      copy[random.integer(0, Math.min(copy.length, 600) - 1)] = random.integer(0, 255)
    }
    return copy
  },
  // sizes blown up: two or four bytes that say a large number
  (bytes, random) => {
    const value = Buffer.alloc(random.pick([2, 4]), random.pick([0xff, 0x7f, 0x40]))
    const at = random.integer(0, Math.max(0, Math.min(bytes.length, 800) - value.length))
    return Buffer.concat([bytes.subarray(0, at), value, bytes.subarray(at + value.length)])
  },
  // a part twice, or left out
  (bytes, random) => {
    const from = random.integer(0, bytes.length - 1)
    const to = random.integer(from, Math.min(bytes.length, from + 200))
    return random.chance(0.5)
      ? Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
      : Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
]

function changed(bytes: Buffer, random: Random, count: number, of: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let left = count; left > 0; left -= 1) {
    const at = random.integer(0, copy.length - 1)
    copy[at] = of(copy[at])
  }
  return copy
}

async function dicomSeeds(): Promise<Buffer[]> {
  const { width, height } = SIZE
  const pixels = Buffer.alloc(width * height * 2)
  for (let at = 0; at < width * height; at += 1) {
    pixels.writeUInt16LE((at * 37) % 4000, at * 2)
  }
  const info = { ...SIZE, bitsPerSample: 12, componentCount: 1, isSigned: false }
  const [ls, j2k] = [await asJpegLs(info, pixels), await asJpeg2000(info, pixels)]
  const common = { ...SIZE, bitsStored: 12, intercept: -1024, pixelSpacing: '0.5\\0.5' }
  return [
    ...[SYNTAXES.little, SYNTAXES.implicit, SYNTAXES.big].map((syntax) =>
      makeDicom({ ...common, syntax, pixels }),
    ),
    makeDicom({ ...common, frames: 3, pixels: Buffer.concat([pixels, pixels, pixels]) }),
    makeDicom({ ...common, syntax: SYNTAXES.jpegLs, pixels: [ls] }),
    makeDicom({ ...common, syntax: SYNTAXES.jpeg2000, frames: 2, pixels: [j2k, j2k] }),
  ]
}

function at(i: number, j: number, k: number): number {
  return (i * 31 + j * 17 + k * 7) % 2000
}

function niftiSeeds(): Buffer[] {
  const made = { dims: [40, 30, 6], at, pixdim: [0.5, 0.5, 2] } as const
  return [
    makeNifti(made),
    makeNifti({ ...made, isBig: true, datatype: 16, slope: 2, intercept: -5 }),
    makeNifti({ ...made, isPacked: true, window: [0, 900] }),
    makeNifti({ ...made, isPacked: true, datatype: 64, qform: [0, 0, 1, 1] }),
  ]
}

/** An image, or a refusal in words. @throws what is neither */
async function decodeOrRefuse(path: string): Promise<'image' | 'refused'> {
  try {
    const { data, width, height, channels } = (await decodeFile(path)).samples
    if (data.length !== width * height * channels) {
      throw new RangeError(`${path} has ${data.length} values for ${width} x ${height} pixels`)
    }
    return 'image'
  } catch (error) {
    if (!(error instanceof ImageError) || error.message === '') {
      throw error
    }
    return 'refused'
  }
}

/** @throws what is no refusal in words */
function readOrRefuse(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof HeaderError)) {
      throw error
    }
  }
}

test.each([
  ['dicom', dicomSeeds, ['', '#frame2']],
  ['nifti', () => Promise.resolve(niftiSeeds()), ['', '#coronal3', '#sagittal40']],
] as const)(`${FILES} broken files: %s`, { timeout: 600_000 }, async (kind, seedsOf, slices) => {
  const seeds = await seedsOf()
  const counts = { image: 0, refused: 0 }
  const before = process.memoryUsage()
  let most = 0
  for (let number = 0; number < FILES; number += 1) {
    const random = createRandom(20_261_126, number)
    const bytes = random.pick(mutations)(random.pick(seeds), random)
    const path = join(folder, `${kind}-${number}`)
    await writeFile(path, bytes)
    const start = performance.now()
    counts[await decodeOrRefuse(`${path}${random.pick(slices)}`)] += 1
    expect(performance.now() - start, `file ${number}`).toBeLessThan(MILLISECONDS)
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    most = Math.max(most, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers)
    await rm(path)
  }
  // both happen, or nothing was tried
  expect(counts.image).toBeGreaterThan(FILES / 20)
  expect(counts.refused).toBeGreaterThan(FILES / 4)
  expect(most).toBeLessThan(MOST_BYTES)
})

test(`${FILES} broken sources and segmentations are read or refused`, { timeout: 600_000 }, async () => {
  const [source] = await dicomSeeds()
  const reference = sourceReference(source, null)
  const mask = new Uint8Array(SIZE.width * SIZE.height).fill(1, 40, 90)
  const segmentation = segmentationFile(['nodule'], [{ source: reference, segment: 1, mask }])
  for (let number = 0; number < FILES; number += 1) {
    const random = createRandom(7, number)
    const mutate = random.pick(mutations)
    for (const work of [
      () => readSegmentation(mutate(segmentation, random)),
      () => sourceReference(mutate(source, random), null),
      () => patientData(mutate(source, random)),
    ]) {
      expect(() => readOrRefuse(work), `file ${number}`).not.toThrow()
    }
  }
})
