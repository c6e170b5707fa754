import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDicom } from './dicom/testing'
import { pixelsKey } from './pixels-key'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pixels-key-'))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 20 }))

test('a file is read once for each content, and again where it could not be read', async () => {
  const path = join(folder, 'a.dcm')
  expect(await pixelsKey(path, 'gone')).toBe('')
  writeFileSync(path, makeDicom({ width: 4, height: 3, pixels: Buffer.alloc(24) }))
  expect(await pixelsKey(path, 'gone')).toBe('window1')
  writeFileSync(path, 'no DICOM at all')
  expect(await pixelsKey(path, 'gone')).toBe('window1')
  expect(await pixelsKey(path, 'other')).toBe('')
})
