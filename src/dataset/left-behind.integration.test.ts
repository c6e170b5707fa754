import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePartial, makeUnpacked, removeLeftBehind } from './left-behind'

let parent = ''
let target = ''

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'deltascribe-left-'))
  target = join(parent, 'set')
})
afterEach(() => rmSync(parent, { recursive: true }))

const program = `
  import { makePartial, makeUnpacked } from ${JSON.stringify(join(import.meta.dirname, 'left-behind.ts'))}
  await makePartial(process.argv[1])
  await makeUnpacked(process.argv[2])
  console.log('made')
  setInterval(() => {}, 1000)`

test('what a living program writes stays, and is removed and named when that was killed', async () => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program, target, parent],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
  expect(await removeLeftBehind(target)).toEqual([])
  expect(readdirSync(parent)).toHaveLength(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await removeLeftBehind(target)).toHaveLength(2)
  expect(readdirSync(parent)).toEqual([])
})

test('what this program writes stays until it is removed', async () => {
  const [partial, unpacked] = [await makePartial(target), await makeUnpacked(parent)]
  expect(await removeLeftBehind(target)).toEqual([])
  expect([partial, unpacked].map(({ files }) => existsSync(files))).toEqual([true, true])
  await partial.remove()
  await unpacked.remove()
  expect(readdirSync(parent)).toEqual([])
})

test('what is of another target, or no folder of this program, stays; without a lock its age tells', async () => {
  const names = ['.other.0123abcd.partial', '.set.partial', '.set.0123abcd.partial', '.set.89abcdef.partial']
  names.forEach((name) => mkdirSync(join(parent, name)))
  writeFileSync(join(parent, '.set.44444444.partial'), '')
  writeFileSync(join(parent, '.set.89abcdef.partial', 'begun'), '')
  const longAgo = new Date(Date.now() - 48 * 60 * 60 * 1000)
  names.slice(0, 3).forEach((name) => utimesSync(join(parent, name), longAgo, longAgo))
  expect(await removeLeftBehind(target)).toEqual([join(parent, '.set.0123abcd.partial')])
  expect(readdirSync(parent)).toHaveLength(4)
})

test('a folder keeps its lock until its files are gone, so that one whose removing is ended is known', async () => {
  const partial = await makePartial(target)
  const [folder] = readdirSync(parent)
  const removals = [
    partial.remove,
    async () => {
      mkdirSync(partial.files, { recursive: true })
      writeFileSync(join(parent, folder, 'lock'), '')
      return removeLeftBehind(target)
    },
  ]
  for (const remove of removals) {
    mkdirSync(partial.files, { recursive: true })
    Array.from({ length: 300 }, (_, index) => writeFileSync(join(partial.files, `${index}`), ''))
    const over = new AbortController()
    const removing = remove().finally(() => over.abort())
    while (!over.signal.aborted) {
      const entries = entriesIn(join(parent, folder))
      expect(entries).not.toEqual(['files'])
      await setImmediate()
    }
    await removing
    expect(readdirSync(parent)).toEqual([])
  }
})

test('an empty folder whose program was ended before it had its lock is removed', async () => {
  mkdirSync(join(parent, '.set.0123abcd.partial'))
  expect(await removeLeftBehind(target)).toHaveLength(1)
  expect(readdirSync(parent)).toEqual([])
})

/** Names in a folder that may go at any moment; none once it is gone. */
function entriesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error
    }
    return []
  }
}
