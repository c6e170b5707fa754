import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stamped } from './build'

test('a build that broke off after a whole one has no stamp', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-stamp-'))
  const stamp = join(folder, '.built')
  await stamped(stamp, async () => {})
  expect(existsSync(stamp)).toBe(true)
  await expect(stamped(stamp, () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped')
  expect(existsSync(stamp)).toBe(false)
  rmSync(folder, { recursive: true })
})
