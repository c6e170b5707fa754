import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLargeTiff } from '../src/tiles/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { picture } from './picture'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import { startWithSettings } from './settings'

/** 140 megapixels: too many to be decoded whole. */
const SIZE = { width: 12_500, height: 11_200 }
const ROOF = { x: 4000, y: 3000, width: 3000, height: 2000 }

let scratch: string
test.beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'deltascribe-large-'))
})
test.afterEach(() => removeFolder(scratch))

test('scenes of 140 megapixels are shown as tiles, painted on and kept', async ({ start, home }) => {
  const folder = join(scratch, 'pairs')
  for (const [side, patches] of [
    ['A', []],
    ['B', [{ ...ROOF, colour: [220, 40, 40] as const }]],
  ] as const) {
    mkdirSync(join(folder, side), { recursive: true })
    writeFileSync(join(folder, side, 'town.tif'), makeLargeTiff({ ...SIZE, patches }))
  }
  const { page, quit } = await startWithSettings({ start, home, folder })
  const review = new ReviewPage(page)
  await review.open()
  await review.shows('town')
  // the roof in the middle of the after pane, once its tiles are there
  await expect
    .poll(() => colourIn(review, ROOF.x + ROOF.width / 2, ROOF.y + ROOF.height / 2))
    .toEqual([220, 40, 40])
  expect(await violations(page)).toEqual([])
  await picture(page, 'large-image')

  await review.paintAcross(ROOF, SIZE)
  await expect(review.regions()).toHaveCount(1)
  await review.acceptAndNext()
  await review.saved()
  await quit()

  const again = new ReviewPage((await start(folder)).page)
  await again.open()
  await again.shows('town')
  await expect(again.regions()).toHaveCount(1)
})

/** What the after pane shows of a pixel of the image, which is shown whole. */
async function colourIn(review: ReviewPage, x: number, y: number): Promise<number[]> {
  return review
    .afterPane()
    .locator('canvas')
    .first()
    .evaluate(
      (canvas: HTMLCanvasElement, [x, y, width, height]) => {
        const scale = Math.min(canvas.width / width, canvas.height / height)
        const left = canvas.width / 2 + (x - width / 2) * scale * 0.9
        const top = canvas.height / 2 + (y - height / 2) * scale * 0.9
        const pixel = canvas.getContext('2d')?.getImageData(Math.round(left), Math.round(top), 1, 1).data
        return [...(pixel ?? [])].slice(0, 3)
      },
      [x, y, SIZE.width, SIZE.height] as const,
    )
}
