import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isStale, stamped } from './build'

test('a build that broke off after a whole one has no stamp', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-stamp-'))
  const stamp = join(folder, '.built')
  await stamped(stamp, async () => {})
  expect(existsSync(stamp)).toBe(true)
  await expect(stamped(stamp, () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped')
  expect(existsSync(stamp)).toBe(false)
  rmSync(folder, { recursive: true })
})

test('a source that is saved while a build runs is built by the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-stamp-'))
  const [stamp, source] = [join(folder, '.built'), join(folder, 'source.ts')]
  writeFileSync(source, 'before')
  await setTimeout(20)
  await stamped(stamp, async () => {})
  expect(isStale(stamp, [source])).toBe(false)
  await stamped(stamp, async () => {
    await setTimeout(20)
    writeFileSync(source, 'meanwhile')
    await setTimeout(20)
  })
  expect(isStale(stamp, [source])).toBe(true)
  rmSync(folder, { recursive: true })
})
