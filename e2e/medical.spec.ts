import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDataset } from '../src/dataset/import/check'
import { missingPrograms } from '../src/georeference/testing'
import { makeDicom, PERSON } from '../src/images/dicom/testing'
import { makePair } from '../src/images/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { exportPairs } from './export-pairs'
import { picture } from './picture'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import { startWithSettings } from './settings'

const SIZE = { width: 320, height: 240 }
const FRAMES = 3

let scratch: string
test.beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'deltascribe-medical-'))
})
test.afterEach(() => removeFolder(scratch))

/** Frames of 12 bits that grow brighter, half a millimetre a pixel. */
function scan(isAfter: boolean): Buffer {
  const made = makePair(3, SIZE.width, SIZE.height)
  const { data } = isAfter ? made.after : made.before
  const count = SIZE.width * SIZE.height
  const pixels = Buffer.alloc(count * FRAMES * 2)
  for (let at = 0; at < count * FRAMES; at += 1) {
    pixels.writeUInt16LE(data[(at % count) * 3] * (1 + Math.floor(at / count)), at * 2)
  }
  return makeDicom({
    ...SIZE,
    frames: FRAMES,
    bitsStored: 12,
    center: '400',
    windowWidth: '800',
    pixelSpacing: '0.5\\0.5',
    pixels,
  })
}

test('two DICOM files of several frames are reviewed slice by slice, and go out as a DICOM segmentation', async ({
  start,
  home,
}) => {
  const folder = join(scratch, 'pairs')
  for (const side of ['A', 'B']) {
    mkdirSync(join(folder, side), { recursive: true })
    writeFileSync(join(folder, side, `${PERSON.replace('^', '_')}.dcm`), scan(side === 'B'))
  }
  const { page } = await startWithSettings({ start, home, folder })
  const review = new ReviewPage(page)
  await review.open()
  // no name of a person in the key
  await review.shows('scan-')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('DOE')
  await expect(review.canvas().getByTitle('Scale along the rows of the image')).toHaveText(/^\d+ mm$/)

  const slices = page.getByRole('group', { name: 'Slices' })
  const number = slices.getByRole('textbox', { name: 'Number of the slice, frames' })
  await expect(number).toHaveValue('2')
  await slices.getByRole('button', { name: 'Add slices' }).click()
  await page.getByRole('button', { name: 'Add these slices' }).click()
  await expect(page.getByText('2 slices added to the queue.')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Add slices' })).toHaveCount(0)
  await page.locator('body').press('PageDown')
  await expect(number).toHaveValue('3')
  await review.shows('#0003')

  await review.paintAcross({ x: 100, y: 100, width: 40, height: 40 }, SIZE)
  await expect(review.regions().first()).toContainText(/\d+ mm²/)
  expect(await violations(page)).toEqual([])
  await picture(page, 'slices')
  await review.acceptAndNext()
  await review.saved()

  const out = join(scratch, 'out')
  await exportPairs(page, { format: 'DICOM Segmentation', out, count: 1 })
  const { format, pairCount, regionCount, problems } = await checkDataset(out, null, null)
  expect({ format, pairCount, regionCount, problems }).toEqual({
    format: 'dicom-seg',
    pairCount: 1,
    regionCount: 1,
    problems: [],
  })
  if (missingPrograms(['dcmdump']).length === 0) {
    const [file] = readdirSync(join(out, 'segmentations'))
    const read = execFileSync('dcmdump', ['+L', join(out, 'segmentations', file)], { encoding: 'utf8' })
    expect(read).toContain('CS [SEG]')
    // the frame that was painted on
    expect(read).toMatch(/\(0008,1160\) IS \[3\]/)
    expect(read).toMatch(/\(0010,0010\) PN \(no value available\)/)
  }
})
