import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDicom } from '../images/dicom/testing'
import { dicomPlaces } from './slice-distance'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-slice-distance-'))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 20 }))

function put(side: string, name: string, instanceNumber: string, height: number): void {
  mkdirSync(join(folder, side), { recursive: true })
  const place = { position: `0\\0\\${height}`, imageOrientation: '1\\0\\0\\0\\1\\0' }
  const made = { width: 4, height: 3, pixels: Buffer.alloc(24), instanceNumber, ...place }
  writeFileSync(join(folder, side, name), makeDicom(made))
}

test('files of the same names in series of two directions have their numbers and the distance', async () => {
  put('A', '1.dcm', '1', 0)
  put('B', '1.dcm', '12', 33)
  expect(await dicomPlaces({ folder }, { before: 'A/1.dcm', after: 'B/1.dcm' })).toMatchObject({
    before: 1,
    after: 12,
    distance: { apart: 33 },
  })
})

test('a pair with a file of another kind has none', async () => {
  put('A', '2.dcm', '1', 0)
  writeFileSync(join(folder, 'B', '2.dcm'), 'no DICOM at all')
  expect(await dicomPlaces({ folder }, { before: 'A/2.dcm', after: 'B/2.dcm' })).toBeNull()
})
