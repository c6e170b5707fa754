import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app'

/** A program that says that it ran, in the place of an app of 120 MB. */
const NEWER = '#!/bin/sh\necho ran > "$(dirname "$0")/ran"\n'
const OLD = 'the app that is running'
const FILE = 'Deltascribe-0.9.0.AppImage'

interface MadeFeed {
  url: string
  /** Lines such as `GET /latest-linux.yml`. */
  asked: string[]
  /** Of the last request for the list. */
  headers: IncomingMessage['headers']
  version: string
  /** SHA-512 in the list, Base64. */
  announced: string
  answers: 'all' | 'nothing' | 'cut' | 'slow'
  close(): Promise<void>
}

/** A feed as the pipeline fills it: a list of versions and the file. */
async function makeFeed(): Promise<MadeFeed> {
  const feed: MadeFeed = {
    url: '',
    asked: [],
    headers: {},
    version: '0.9.0',
    announced: createHash('sha512').update(NEWER).digest('base64'),
    answers: 'all',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server: Server = createServer((request, response) => answer(feed, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  feed.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return feed
}

function answer(feed: MadeFeed, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?')[0]
  feed.asked.push(`${request.method} ${path}`)
  if (feed.answers === 'nothing') {
    response.writeHead(404).end()
  } else if (path.endsWith('.yml')) {
    feed.headers = request.headers
    const file = { url: FILE, sha512: feed.announced, size: NEWER.length }
    const list = { version: feed.version, files: [file], path: FILE, sha512: feed.announced }
    // JSON is YAML
    response.end(
      JSON.stringify({ ...list, releaseDate: '2026-11-20T10:00:00.000Z', releaseNotes: 'Faster.' }),
    )
  } else if (feed.answers === 'all') {
    response.end(NEWER)
  } else {
    response.writeHead(200, { 'Content-Length': NEWER.length })
    response.write(NEWER.slice(0, 10))
    if (feed.answers === 'cut') {
      response.destroy()
    }
  }
}

test.describe('updates', () => {
  test.skip(process.platform !== 'linux', 'an AppImage is for Linux')
  let feed: MadeFeed
  let image = ''

  test.beforeEach(async ({ home }) => {
    feed = await makeFeed()
    image = join(home, 'Deltascribe.AppImage')
    writeFileSync(image, OLD)
    const list = join(home, 'app-update.yml')
    writeFileSync(
      list,
      JSON.stringify({ provider: 'generic', url: feed.url, updaterCacheDirName: 'deltascribe-updater' }),
    )
    Object.assign(process.env, {
      DELTASCRIBE_UPDATE_FEED: list,
      APPIMAGE: image,
      XDG_CACHE_HOME: join(home, 'cache'),
    })
  })
  test.afterEach(async () => {
    for (const name of ['DELTASCRIBE_UPDATE_FEED', 'APPIMAGE', 'XDG_CACHE_HOME']) {
      delete process.env[name]
    }
    await feed.close()
  })

  test('a newer version is fetched when told, and installed when the app is closed', async ({
    start,
    home,
  }) => {
    const { page } = await start(null)
    const section = await openUpdates(page)
    await expect(section).toContainText(`It asks ${feed.url} for the list of versions`)
    expect(feed.asked).toEqual([])

    await look(page)
    await expect(section).toContainText('Version 0.9.0 is there.')
    expect(feed.asked.every((line) => line.endsWith('.yml'))).toBe(true)
    // the same for everyone
    expect(feed.headers['x-user-staging-id']).toBe('00000000-0000-4000-8000-000000000000')
    expect(Object.keys(feed.headers)).not.toContain('cookie')

    await section.getByRole('button', { name: /^Download/ }).click()
    await expect(section).toContainText('It is installed once you close Deltascribe.')
    expect(readFileSync(image, 'utf8')).toBe(OLD)
    const closed = page.waitForEvent('close')
    await section.getByRole('button', { name: 'Close and install now' }).click()
    await closed
    // the old file is removed before the newer one takes its place
    await expect(() => expect(readFileSync(image, 'utf8')).toBe(NEWER)).toPass()
    await expect.poll(() => existsSync(join(home, 'ran'))).toBe(true)
  })

  test('what is missing, broken, cut or too slow is told in words, and nothing is installed', async ({
    start,
  }) => {
    const app = await start(null)
    const section = await openUpdates(app.page)
    feed.answers = 'nothing'
    await look(app.page)
    await expect(section).toContainText('There is no list of versions that can be read')

    feed.answers = 'all'
    for (const version of ['0.1.0', '0.0.9']) {
      feed.version = version
      await look(app.page)
      await expect(section).toContainText('Version 0.1.0 is the newest.')
    }

    feed.version = '0.9.0'
    feed.announced = createHash('sha512').update('another file').digest('base64')
    await look(app.page)
    await section.getByRole('button', { name: /^Download/ }).click()
    await expect(section).toContainText('What came is not the file that was announced')

    feed.answers = 'cut'
    await look(app.page)
    await section.getByRole('button', { name: /^Download/ }).click()
    await expect(section).toContainText('Nothing answered there')

    feed.answers = 'slow'
    await look(app.page)
    await section.getByRole('button', { name: /^Download/ }).click()
    await section.getByRole('button', { name: 'Cancel the download' }).click()
    await expect(section.getByRole('button', { name: /^Download/ })).toBeVisible()

    await app.quit()
    expect(readFileSync(image, 'utf8')).toBe(OLD)
  })
})

async function openUpdates(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const updates = page.getByRole('region', { name: 'Updates' })
  await expect(updates).toBeVisible()
  return updates
}

function look(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Look for updates' }).click()
}
