import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, readFeed } from './feed'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-feed-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function feedIn(content: string): string | null {
  const path = join(folder, 'app-update.yml')
  writeFileSync(path, content)
  const feed = readFeed(path)
  return feed === null ? null : addressOf(feed)
}

test('the place is read as electron-builder writes it', () => {
  expect(feedIn('owner: some\nrepo: app.two\nprovider: github\nupdaterCacheDirName: some-updater\n')).toBe(
    'https://github.com/some/app.two/releases',
  )
  expect(feedIn('provider: generic\nurl: https://updates.example.org/app/\n')).toBe(
    'https://updates.example.org/app/',
  )
})

test.each([
  ['no file of that kind', ': : :'],
  ['another provider', 'provider: s3\nbucket: b\n'],
  ['a name that is a path', 'provider: github\nowner: some/../x\nrepo: app\n'],
  [
    'an address that anybody on the way could change',
    'provider: generic\nurl: http://updates.example.org/\n',
  ],
  ['no address', 'provider: generic\nurl: file:///tmp/updates\n'],
])('%s is no place', (_, content) => {
  expect(feedIn(content)).toBeNull()
})

test('a build without the file knows no place', () => {
  expect(readFeed(join(folder, 'none.yml'))).toBeNull()
})
