import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportPairs } from './export'
import { madeItem, madeRegion } from './testing'

const HOSTILE = '<script>x</script> [here](https://example.org) `code` | *loud*'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-card-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('keys, proposers, models and licences of others are text in a data card, whatever signs they have', async () => {
  const whole = await madeItem(folder, 'whole')
  const source = { kind: 'model', model: HOSTILE, version: '1', host: HOSTILE } as const
  const items = [
    {
      ...whole,
      proposedBy: { proposer: HOSTILE, version: HOSTILE },
      document: { ...whole.document, regions: [madeRegion('r', 'ring', { source, category: HOSTILE })] },
    },
    {
      ...(await madeItem(folder, 'gone')),
      key: HOSTILE,
      problem: { code: 'missing', message: HOSTILE, path: 'x' } as const,
    },
  ]
  await exportPairs(
    items,
    { format: 'coco', out: join(folder, 'out'), states: ['accepted', 'corrected'], licence: HOSTILE },
    { progress: () => undefined, signal: new AbortController().signal },
  )
  const card = await readFile(join(folder, 'out', 'README.md'), 'utf8')
  // what stands in code is code: a key
  const text = card.replace(/(?<!\\)`[^`\n]*`/g, '')
  expect(text).toContain(
    '\\<script\\>x\\</script\\> \\[here\\](https://example.org) \\`code\\` \\| \\*loud\\*',
  )
  expect(text.replaceAll(/\\[<>[\]`|*]/g, '')).not.toMatch(/<script|\[here|\*loud/)
  for (const row of card.split('\n').filter((line) => line.startsWith('| '))) {
    expect(row.split(/(?<!\\)\|/)).toHaveLength(4)
  }
})
