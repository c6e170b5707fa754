import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeFile, readImageHeader } from '../decode'
import { sourceReference } from './source-reference'
import { asJpegLs, makeDicom, SYNTAXES } from './testing'
import type { MadeDicom } from './testing'
import { dicomFile, element, sequence, shorts } from './write'
import type { Element } from './write'

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

function frameGroups(slope: string, z: number): Element[] {
  return [
    sequence(0x00289145, [element(0x00281052, 'DS', '-1000'), element(0x00281053, 'DS', slope)]),
    sequence(0x00209113, [element(0x00200032, 'DS', `0\\0\\${z}`)]),
  ]
}

/** Of 16 bits, where sequences say what belongs to a frame, as in enhanced CT and MR. */
function enhanced(): Buffer {
  const pixels = Buffer.alloc(COUNT * 4)
  for (let at = 0; at < COUNT * 2; at += 1) {
    pixels.writeUInt16LE(at < COUNT ? 100 : 200, at * 2)
  }
  const uid = '1.2.826.0.1.3680043.8.498.7'
  return dicomFile({ classUid: uid, instanceUid: uid, programUid: uid, program: 'TEST' }, [
    element(0x00080016, 'UI', uid),
    element(0x00080018, 'UI', `${uid}.1`),
    shorts(0x00280002, 1),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    element(0x00280008, 'IS', '2'),
    shorts(0x00280010, SIZE.height),
    shorts(0x00280011, SIZE.width),
    shorts(0x00280100, 16),
    shorts(0x00280101, 16),
    shorts(0x00280103, 0),
    sequence(0x52009229, [
      sequence(0x00289110, [element(0x00280030, 'DS', '0.9\\0.8')]),
      sequence(0x00289132, [element(0x00281050, 'DS', '40'), element(0x00281051, 'DS', '400')]),
    ]),
    sequence(0x52009230, frameGroups('1', 5), frameGroups('2', 8)),
    element(0x7fe00010, 'OW', pixels),
  ])
}

test('what belongs to a frame is read from the groups of enhanced files', async () => {
  const path = join(folder, 'enhanced.dcm')
  await writeFile(path, enhanced())
  expect((await readImageHeader(path)).spacing).toMatchObject({ columnMillimetres: 0.8, rowMillimetres: 0.9 })
  const [first, second] = await Promise.all([1, 2].map((number) => decodeFile(`${path}#frame${number}`)))
  expect([first.samples.data[0], second.samples.data[0]]).toEqual([-900, -600])
  expect(second.samples.window).toEqual({ low: -160, high: 239 })
  expect(sourceReference(enhanced(), { axis: 'frame', number: 2 })).toMatchObject({
    instanceUid: '1.2.826.0.1.3680043.8.498.7.1',
    position: '0\\0\\8',
    pixelSpacing: '0.9\\0.8',
    frame: 1,
  })
})
