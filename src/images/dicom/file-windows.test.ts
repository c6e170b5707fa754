import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { valueFactsSchema } from '../../contract/value-facts'
import type { DepthFacts } from '../../contract/value-facts'
import { DEFAULT_MAPPING } from '../../domain/value-mapping'
import { decodeFrame, decodePair } from '../../frames/decode-pair'
import { pairValues } from '../../frames/value-facts'
import { pixelsKey } from '../pixels-key'
import { decodeFile } from '../decode'
import { rangeOf } from '../samples'
import { makeDicom } from './testing'
import type { MadeDicom } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-windows-'))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
function scan(change: Partial<MadeDicom> = {}): string {
  made += 1
  const path = join(folder, `${made}.dcm`)
  const pixels = Buffer.from(Uint16Array.from({ length: 64 }, (_, at) => at * 60).buffer)
  writeFileSync(path, makeDicom({ width: 8, height: 8, bitsStored: 12, intercept: -1024, pixels, ...change }))
  return path
}

async function depthOf(before: string, after: string): Promise<DepthFacts> {
  const { facts } = await pairValues(before, after, null)
  expect(valueFactsSchema.parse(facts)).toEqual(facts)
  return facts.depth!
}

const soft = { center: '40', windowWidth: '400' }
const SOFT = { low: -160, high: 239 }
const lung = { center: '-600\\40', windowWidth: '1500\\400' }
const LUNG = { low: -1350, high: 149 }

describe('what is shown where nothing is set', () => {
  test('is the first window of the after file, in both frames and in each by itself', async () => {
    const [before, after] = [scan(soft), scan(lung)]
    expect(rangeOf((await decodeFile(after)).samples)).toEqual(LUNG)
    const byWindow = await decodePair(before, after, { ...DEFAULT_MAPPING, window: LUNG })
    expect(await decodePair(before, after)).toEqual(byWindow)
    expect(await decodeFrame({ before, after }, 'before')).toEqual(byWindow.before)
    expect(await decodeFrame({ before, after }, 'after')).toEqual(byWindow.after)
    expect((await depthOf(before, after)).file).toEqual(LUNG)
    expect((await depthOf(after, before)).file).toEqual(SOFT)
  })

  test('is the window of the after file also beside one without any', async () => {
    const [before, after] = [scan(), scan(soft)]
    expect(await decodePair(before, after)).toEqual(
      await decodePair(before, after, { ...DEFAULT_MAPPING, window: SOFT }),
    )
    expect((await depthOf(before, after)).file).toEqual(SOFT)
  })

  test('reaches over the window and the percentiles where the before file alone has one', async () => {
    const [before, after] = [scan(soft), scan()]
    const { file, named } = await depthOf(before, after)
    expect(named).toEqual([])
    expect(file).toMatchObject({ low: -1024 })
    expect(await decodePair(before, after)).toEqual(
      await decodePair(before, after, { ...DEFAULT_MAPPING, window: file }),
    )
  })

  test('is that of the percentiles where neither has one', async () => {
    expect((await depthOf(scan(), scan())).file).toBeNull()
  })
})

describe('windows that the after file names', () => {
  test('are all there, with their names, in its order', async () => {
    const depth = await depthOf(scan(soft), scan({ ...lung, windowNames: 'LUNG\\SOFT' }))
    expect(depth.named).toEqual([
      { window: LUNG, name: 'LUNG' },
      { window: SOFT, name: 'SOFT' },
    ])
    expect(depth.countsEnds).toBe(true)
  })

  test('have no name where there is none, and those that are no window are passed over', async () => {
    const windows = { center: '1\\40\\x\\7', windowWidth: '0\\400\\5', windowNames: 'NONE\\ \\X' }
    expect((await depthOf(scan(), scan(windows))).named).toEqual([{ window: SOFT, name: null }])
    const large = { center: '1e300', windowWidth: '1' }
    expect((await depthOf(scan(), scan(large))).named).toEqual([])
  })

  test('are sixteen at most', async () => {
    const windows = { center: '40\\'.repeat(39) + '40', windowWidth: '400\\'.repeat(39) + '400' }
    expect((await depthOf(scan(), scan(windows))).named).toHaveLength(16)
  })

  test.each([
    ['a plain word', 'Soft tissue_2-b', 'Soft tissue_2-b'],
    ['a name of a person', 'DOE^JANE', null],
    ['a date or a number', '1970-01-01', null],
    ['a sentence', 'of the examination of May', null],
    ['other characters', '<b>LUNG</b>', null],
    ['marks', 'LUNG\u0007', null],
  ])('are labelled by a short plain word alone: %s', async (_, windowNames, name) => {
    expect((await depthOf(scan(), scan({ ...soft, windowNames }))).named).toEqual([{ window: SOFT, name }])
  })
})

test('what was made of a DICOM file by the window of both is made anew', async () => {
  expect(await pixelsKey(scan(soft), 'one')).toBe('window1')
})
