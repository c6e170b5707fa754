import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatNamed } from '../formats/list'
import type { WrittenPair } from './export-pair'
import { manifestRow } from './export-plan'
import { OutputFolder } from './output'
import { madeItem } from './testing'
import { onThisThread } from './thread-helper'
import { mapped, writeJsonLines } from './write-pieces'
import type { PartialExport } from './partial-export'

/** Of V8. */
const LONGEST_TEXT = 2 ** 29 - 24
const MEBIBYTE = 2 ** 20

test('lists that are longer than a text can be are written', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-long-lists-'))
  try {
    const item = await madeItem(folder, 'a', { captions: ['x'.repeat(MEBIBYTE)] })
    const content = { regions: [], captions: item.document.captions, hasChange: false }
    const pair = {
      item,
      content,
      captionCount: 1,
      split: 'train',
      number: 1,
      name: 'a',
      nameInSplit: 'a',
    } as const
    const [before, after, label] = ['images/before/a.png', 'images/after/a.png', 'masks/a.png']
    const one = { pair, before, after, label } as unknown as WrittenPair
    const written = Array.from({ length: 520 }, () => one)
    const output = new OutputFolder({ files: folder } as PartialExport, 'copy', onThisThread)
    const bytesOf = async (path: string): Promise<number> => {
      const { bytes } = output.fileAt(path)
      await output.remove(path)
      return bytes
    }
    await writeJsonLines(output, 'pairs.jsonl', mapped(written, manifestRow))
    expect(await bytesOf('pairs.jsonl')).toBeGreaterThan(LONGEST_TEXT)
    await formatNamed('label-studio').writer.writeLists(output, written, {})
    expect(await bytesOf('tasks.json')).toBeGreaterThan(LONGEST_TEXT)
  } finally {
    await rm(folder, { recursive: true })
  }
})
