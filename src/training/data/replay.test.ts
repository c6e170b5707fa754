import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPixels } from './training-set'
import { ReplaySet } from './replay'

const model = { worlds: ['blocks'], categories: ['drop'] }

test('a truncated pair is generated again, and files of another version are removed', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'replay-'))
  try {
    mkdirSync(join(parent, 'pairs'))
    writeFileSync(join(parent, '0000000.json'), '{}')
    writeFileSync(join(parent, 'notes.txt'), 'mine')
    const first = await new ReplaySet(parent, model).pair(0)
    expect(readdirSync(parent).sort()).toEqual(['notes.txt', expect.stringMatching(/^v\d+-\d+$/)])
    const pixels = readPixels(first)
    truncateSync(join(first.folder, first.record.file), 100)
    const again = await new ReplaySet(parent, model).pair(0)
    expect(readPixels(again)).toEqual(pixels)
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
})
