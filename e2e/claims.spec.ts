import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './app'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { pairFolder } from './pairs'
import { ReviewPage } from './review-page'

const programs = serverPrograms()
test.skip(programs === null, 'needs a PostgreSQL server of Debian, 15 or later')

/** From when `isDeaf` is set, the page hears of nothing that others do, but that the server is there. */
async function overSlowLine(page: Page): Promise<{ isDeaf: boolean }> {
  const line = { isDeaf: false }
  await page.routeWebSocket(/\/engine\?/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      const text = message.toString()
      if (!line.isDeaf || !text.includes('"kind":"event"') || text.includes('"event":"line.beat"')) {
        socket.send(message)
      }
    })
  })
  await page.reload()
  return line
}

test('two people see who is at which pair, the next pair is a free one, and of two versions of one thing none is lost', async ({
  start,
  home,
}) => {
  const server = await startTestServer(programs!)
  const { folder, remove } = await pairFolder('made')
  const startAs = async (reviewer: string): Promise<Page> => {
    const quiet = { proposer: 'difference', provider: 'cpu', proposeAhead: false, embedPairs: false }
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ hints: 'done', reviewer, ...quiet }))
    return (await start(folder, ['--database', `${server.url}&schema=claims`])).page
  }
  try {
    const ann = await startAs('Ann')
    const bo = await startAs('Bo')
    const line = await overSlowLine(bo)
    const [annReview, boReview] = [new ReviewPage(ann), new ReviewPage(bo)]
    await annReview.open()
    await annReview.shows('pair_000000')

    // who is where is seen in the list
    await expect(bo.getByRole('img', { name: 'Ann is at this pair' })).toBeVisible()
    await boReview.open()
    await expect(bo.getByText('Ann is at this pair. You can look at it')).toBeVisible()
    await expect(bo.getByRole('textbox', { name: 'Notes' })).toBeDisabled()

    // the next pair is one that nobody is at
    await bo.keyboard.press('ArrowRight')
    await boReview.shows('pair_000001')
    await expect(bo.getByRole('textbox', { name: 'Notes' })).toBeEnabled()
    await ann.keyboard.press('ArrowRight')
    await annReview.shows('pair_000002')
    await ann.keyboard.press('ArrowLeft')
    await annReview.shows('pair_000001')
    await expect(ann.getByText('Bo is at this pair. You can look at it')).toBeVisible()

    // taken over on purpose, which Bo does not hear of
    line.isDeaf = true
    await ann.keyboard.press('Shift+H')
    const [annNotes, boNotes] = [ann, bo].map((page) => page.getByRole('textbox', { name: 'Notes' }))
    await annNotes.fill('by Ann')
    await annNotes.blur()
    await expect(ann.getByText('All changes saved')).toBeVisible()
    await boNotes.fill('by Bo')
    await boNotes.blur()

    // neither is lost
    const bar = bo.getByText('Your change of pair_000001 is not stored: Ann changed the same meanwhile.')
    await expect(bar).toBeVisible()
    await expect(boNotes).toHaveValue('by Ann')
    await bo.keyboard.press('Shift+V')
    const versions = bo.getByRole('dialog', { name: 'Two versions of pair_000001' })
    await expect(versions.getByRole('row', { name: 'Notes by Bo by Ann' })).toBeVisible()
    await bo.keyboard.press('Escape')
    await expect(versions).toHaveCount(0)
    await expect(bar).toBeVisible()
    await bo.getByRole('button', { name: 'Compare' }).click()
    await expect(versions).toBeVisible()
    await bo.keyboard.press('1')
    await expect(boNotes).toHaveValue('by Bo')
    await expect(annNotes).toHaveValue('by Bo')
    await expect(bo.getByText('All changes saved')).toBeVisible()
    await expect(boReview.history()).toContainText('Own version taken')
    await expect(boReview.history()).toContainText('Ann')

    // left, it is free again
    await ann.keyboard.press('q')
    line.isDeaf = false
    await bo.keyboard.press('q')
    await expect(bo.getByRole('img', { name: /is at this pair/ })).toHaveCount(0)
  } finally {
    remove()
    await server.stop()
  }
})
