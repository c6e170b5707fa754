import type { Page } from '@playwright/test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeImage } from '../src/images/decode'
import { changedMask } from '../src/domain/review'
import type { PairDocument } from '../src/domain/document'
import { decodeRle } from '../src/mask/rle'
import type { Rle } from '../src/mask/rle'
import { expect, test } from './app'
import { pairFolder, whyAbsent } from './pairs'
import { ReviewPage } from './review-page'

// what proposes is what the program chooses
test.use({ settings: { hints: 'done' } })

const CAPTION = 'a person in a dark coat walks into the hall'

/** One that is corrected, and one after it. */
const FEWEST = 2

const TAGS = { made: ['@main'], real: [] }

for (const source of ['made', 'real'] as const) {
  const title = `${source} pairs: propose, correct, lose the engine, come back, export`
  test(title, { tag: TAGS[source] }, async ({ start, storedPairs }) => {
    const absent = whyAbsent(source)
    test.skip(absent !== null, absent ?? '')
    const { folder, remove } = await pairFolder(source, FEWEST)
    const documents = (): PairDocument[] => storedPairs(folder).map(({ document }) => document)
    const target = mkdtempSync(join(tmpdir(), 'deltascribe-out-'))
    try {
      const app = await start(folder)
      const review = new ReviewPage(app.page)
      await expect(app.page.getByText(/Proposals ready for all/)).toBeVisible()

      await review.open()
      await expect(review.caption(1)).toHaveValue(/\w \w/)
      await review.paint([0.2, 0.3], [0.5, 0.3])
      await expect(review.history()).toContainText('Brush stroke')
      await review.writeCaption(CAPTION)
      await expect(review.history()).toContainText('Caption edited')
      await review.acceptAndNext()
      await expect(review.caption(1)).not.toHaveValue(CAPTION)

      const pid = await app.enginePid()
      await review.paint([0.3, 0.5], [0.7, 0.5], async () => {
        process.kill(pid, 'SIGKILL')
      })
      await expect(app.page.getByText(/^The (?:engine is running|server answers) again\.$/)).toBeVisible()
      await review.saved()
      await expect(review.history()).toContainText('Brush stroke')
      await app.quit()

      const before = documents()
      expect(before[0].review.state).toBe('corrected')
      expect(before[0].captions.map(({ text }) => text)).toContain(CAPTION)
      expect(before[1].review.state).toBe('unreviewed')

      const again = await start(folder)
      const page = new ReviewPage(again.page)
      await expect(again.page.getByText(`Proposals ready for all ${before.length}`)).toBeVisible()
      await expect(again.page.getByRole('button', { name: 'Propose for all pairs' })).toHaveCount(0)
      await again.page.getByRole('button', { name: 'Queue' }).click()
      await expect(again.page.getByRole('option').first()).toContainText('Corrected')
      await exportCorrected(again.page, join(target, 'set'))
      await page.saved()
      await again.quit()
      expect(documents()).toEqual(before)
      await expectExportedMask(join(target, 'set'), changedMask(before[0]))
    } finally {
      remove()
      rmSync(target, { recursive: true, force: true })
    }
  })
}

async function exportCorrected(page: Page, out: string): Promise<void> {
  await page.getByRole('button', { name: 'Dataset' }).click()
  await page.getByRole('radio', { name: /LEVIR-MCI/ }).check()
  await page.getByRole('textbox', { name: 'Folder to write' }).fill(out)
  await page.getByRole('button', { name: 'Export 1 pair' }).click()
  await expect(page.getByText('Exported 1 pair')).toBeVisible()
}

async function expectExportedMask(out: string, mask: Rle | null): Promise<void> {
  const labels = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /label\/.*\.png$/.test(path),
  )
  expect(labels).toHaveLength(1)
  const label = await decodeImage(join(out, labels[0]))
  const exported = Array.from({ length: label.width * label.height }, (_, index) =>
    Math.min(1, label.data[index * 3]),
  )
  expect(mask).not.toBeNull()
  expect(exported).toEqual(mask === null ? [] : [...decodeRle(mask).data])
}
