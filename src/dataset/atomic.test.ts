import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flushFiles } from './atomic'

let folder: string
let paths: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-flush-'))
  paths = Array.from({ length: 70 }, (_, index) => `${index}`)
  await Promise.all(paths.map((path) => writeFile(join(folder, path), path)))
})
afterEach(() => rm(folder, { recursive: true }))

const never = (): void => {}

/** A program in place of the system's. */
async function program(text: string): Promise<string> {
  const path = join(folder, 'program')
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}

/** How often the caller is asked whether to stop: at the start, now and then, and before each file by itself. */
async function asked(sync: string | null): Promise<number> {
  let count = 0
  await flushFiles(folder, paths, () => (count += 1), sync)
  return count
}

test('one file after the other is flushed where the system has no program for all', async () => {
  expect(await asked(null)).toBe(1 + paths.length)
  expect(await asked(join(folder, 'none'))).toBeGreaterThan(paths.length)
})

test('a file that is gone fails the flush', async () => {
  await expect(flushFiles(folder, ['none'], never, null)).rejects.toMatchObject({ code: 'ENOENT' })
})

test.skipIf(process.platform === 'win32')(
  'one file after the other is flushed where the program fails, as one does that knows no `-f` [not on Windows]',
  async () => {
    expect(await asked(await program('exit 1'))).toBeGreaterThan(paths.length)
    expect(await asked(await program('test "$1" = -f'))).toBeLessThan(paths.length)
  },
)

test.skipIf(process.platform === 'win32')(
  'a program that hangs is left where it is cancelled [not on Windows]',
  async () => {
    const begun = performance.now()
    const stop = (): void => {
      if (performance.now() - begun > 300) {
        throw new Error('cancelled')
      }
    }
    await expect(flushFiles(folder, paths, stop, await program('exec sleep 600'))).rejects.toThrow(
      'cancelled',
    )
  },
)
