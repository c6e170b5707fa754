import type { OpenPair } from '../src/contract/pairs'
import { makePair } from '../src/images/testing'
import { maskIou } from '../src/mask/measures'
import { decodeRle } from '../src/mask/rle'
import { expect, test } from './app'
import { offerMadePack } from './made-pack'
import { pairFolder } from './pairs'
import { ReviewPage } from './review-page'

const SIZE = { width: 320, height: 240 }

test('click to segment: install what it needs, click, keep, undo', async ({ start, storedPairs }) => {
  const pack = await offerMadePack()
  const { folder, remove } = await pairFolder('made')
  try {
    const app = await start(folder)
    const { page } = app
    const review = new ReviewPage(page)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    await review.open()
    const mask = makePair(0, SIZE.width, SIZE.height).mask.map((value) => (value > 0 ? 1 : 0))

    await page.keyboard.press('w')
    const bar = page.getByRole('region', { name: 'Click to segment' })
    await expect(bar).toContainText('needs a model that does not come with Deltascribe')
    await bar.getByRole('button', { name: 'Install' }).click()
    await page.getByRole('button', { name: /^Agree and fetch/ }).click()
    await expect(bar).toContainText('Click what is meant')

    const count = await regionCount(review)
    const at = await pointOn(review, mask)
    await page.mouse.move(at.x, at.y)
    await page.mouse.click(at.x, at.y)
    await page.keyboard.press('Enter')
    await expect(review.history()).toContainText('Segmented by clicks')
    await review.saved()
    expect(await regionCount(review)).toBe(count + 1)
    const drawn = masksOf(storedPairs(folder)[0]).at(-1)
    expect(drawn).toBeDefined()
    expect(maskIou(drawn ?? { ...SIZE, data: new Uint8Array() }, { ...SIZE, data: mask })).toBeGreaterThan(
      0.6,
    )

    await page.mouse.click(at.x, at.y)
    await page.keyboard.press('Escape')
    await review.saved()
    expect(await regionCount(review)).toBe(count + 1)

    await page.keyboard.press('z')
    await review.saved()
    await expect.poll(() => regionCount(review)).toBe(count)

    await page.keyboard.press('v')
    await page.keyboard.press('w')
    await expect(bar).toHaveText(/Escape drops it\.$/)

    await page.getByRole('button', { name: 'Models' }).click()
    const packs = page.getByRole('region', { name: 'Model packs' })
    await packs.getByRole('button', { name: 'Check the files' }).click()
    await expect(page.getByText('Made model is whole.')).toBeVisible()
    await packs.getByRole('button', { name: 'Remove' }).click()
    await expect(packs.getByRole('button', { name: /^Install/ }).first()).toBeVisible()
  } finally {
    remove()
    pack.remove()
  }
})

async function regionCount(review: ReviewPage): Promise<number> {
  return review.regions().count()
}

/** The middle of the changed thing on the screen, in the after pane of side by side. */
async function pointOn(review: ReviewPage, mask: Uint8Array): Promise<{ x: number; y: number }> {
  const set = [...mask.keys()].filter((index) => mask[index] === 1)
  const x = set.reduce((sum, index) => sum + (index % SIZE.width) + 0.5, 0) / set.length
  const y = set.reduce((sum, index) => sum + Math.floor(index / SIZE.width) + 0.5, 0) / set.length
  const box = await review.afterPane().boundingBox()
  if (box === null) {
    throw new Error('the after pane is not shown')
  }
  // fitted: the whole image, centred, as large as it goes, with the same space at each side
  const scale = Math.min(box.width / SIZE.width, box.height / SIZE.height)
  return {
    x: box.x + box.width / 2 + (x - SIZE.width / 2) * scale,
    y: box.y + box.height / 2 + (y - SIZE.height / 2) * scale,
  }
}

/** In the order of the document. */
function masksOf({ document }: OpenPair): ReturnType<typeof decodeRle>[] {
  return document.regions.map(({ mask }) => decodeRle(mask))
}
