import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { distanceOfSlices, readSlicePlace } from './slice-place'
import type { SlicePlace } from './slice-place'
import { makeDicom, PERSON } from './testing'
import type { MadeDicom } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-slice-place-'))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 20 }))

const SIZE = { width: 4, height: 3 }
const AXIAL = '1\\0\\0\\0\\1\\0'
const CORONAL = '1\\0\\0\\0\\0\\-1'

let count = 0
function readMade(made: Partial<MadeDicom>, slice = ''): Promise<SlicePlace | null> {
  count += 1
  const path = join(folder, `${count}.dcm`)
  writeFileSync(path, makeDicom({ ...SIZE, pixels: Buffer.alloc(SIZE.width * SIZE.height * 2), ...made }))
  return readSlicePlace(`${path}${slice}`)
}

async function distance(
  before: Partial<MadeDicom>,
  after: Partial<MadeDicom>,
): Promise<ReturnType<typeof distanceOfSlices>> {
  const [one, other] = [await readMade(before), await readMade(after)]
  return distanceOfSlices(one!, other!)
}

test('is read of the file, and nothing of a person is', async () => {
  const place = await readMade({
    instanceNumber: '12 ',
    position: '-120.5\\ -80\\33.25',
    imageOrientation: AXIAL,
    frameOfReference: '1.2.3',
  })
  expect(place).toEqual({
    instanceNumber: 12,
    position: [-120.5, -80, 33.25],
    normal: [0, 0, 1],
    frameOfReference: '1.2.3',
  })
  expect(JSON.stringify(place)).not.toContain(PERSON)
})

test.each([
  ['no position', { imageOrientation: AXIAL }],
  ['no orientation', { position: '0\\0\\0' }],
  ['too few numbers', { position: '0\\0', imageOrientation: AXIAL }],
  ['an empty number', { position: '0\\\\0', imageOrientation: AXIAL }],
  ['no numbers', { position: 'a\\b\\c', imageOrientation: AXIAL }],
  ['one direction twice', { position: '0\\0\\0', imageOrientation: '1\\0\\0\\1\\0\\0' }],
] as const)('is none with %s', async (_, made) => {
  expect(await readMade(made)).toBeNull()
})

test('is none of a file that is no DICOM file', async () => {
  const path = join(folder, 'text.dcm')
  writeFileSync(path, 'no DICOM at all')
  expect(await readSlicePlace(path)).toBeNull()
  await expect(readSlicePlace(join(folder, 'gone.dcm'))).rejects.toMatchObject({ code: 'missing' })
})

test('a file of several frames has no number of its own', async () => {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 2 * 3)
  const made = { frames: 3, pixels, instanceNumber: '1', position: '0\\0\\5', imageOrientation: AXIAL }
  expect(await readMade(made, '#frame3')).toMatchObject({ instanceNumber: null, position: [0, 0, 5] })
})

test.each([
  ['feet first and head first', AXIAL, '0\\0\\0', '0\\0\\33', 33],
  ['a missing slice', AXIAL, '0\\0\\12.0', '0\\0\\15.0', 3],
  ['the same place, moved within the plane', AXIAL, '-100\\-90\\6', '-120\\-80\\6', 0],
  ['coronal slices', CORONAL, '0\\-20\\0', '5\\12.5\\40', 32.5],
  ['an oblique scan', '0.8\\0.6\\0\\0\\0\\-1', '0\\0\\0', '-6\\8\\3', 10],
] as const)('distance along the normal: %s', async (_, imageOrientation, before, after, apart) => {
  const found = await distance(
    { imageOrientation, position: before, frameOfReference: '1.2' },
    { imageOrientation, position: after, frameOfReference: '1.2' },
  )
  expect(found).toEqual({ apart, haveOneOrigin: true })
})

test('two examinations have no common origin, and slices at an angle no distance', async () => {
  const place = { position: '0\\0\\0', imageOrientation: AXIAL }
  const other = { ...place, position: '0\\0\\4' }
  expect(
    await distance({ ...place, frameOfReference: '1.2' }, { ...other, frameOfReference: '1.3' }),
  ).toEqual({ apart: 4, haveOneOrigin: false })
  expect(await distance(place, { ...other, imageOrientation: CORONAL })).toBeNull()
  // the same plane from the other side
  expect(await distance(place, { ...other, imageOrientation: '-1\\0\\0\\0\\1\\0' })).toMatchObject({
    apart: 4,
  })
})
