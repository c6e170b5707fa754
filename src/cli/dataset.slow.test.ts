import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportMade, madeItem, madeRegion } from '../dataset/export/testing'
import { programArgs } from './testing'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-cli-dataset-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...programArgs, ...args])
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

test(
  'a set is checked, imported, exported again and converted, with exit codes',
  { timeout: 300_000 },
  async () => {
    const source = join(folder, 'source')
    const regions = [madeRegion('1', 'ring')]
    await exportMade(
      [await madeItem(folder, 'street/1', { regions, captions: ['a house'], item: { split: 'train' } })],
      'coco',
      source,
    )
    const checked = await run('check', source)
    expect([checked.code, checked.out]).toEqual([
      0,
      'coco: 1 pairs, 1 regions, 1 captions; 0 errors, 0 warnings\n',
    ])
    const imported = await run('import', source, '--into', join(folder, 'project'), '--json')
    expect([imported.code, JSON.parse(imported.out)]).toMatchObject([
      0,
      { format: 'coco', pairCount: 1, problems: [] },
    ])
    const converted = await run(
      'convert',
      join(folder, 'source'),
      '--to',
      'a-b',
      '--out',
      join(folder, 'plain'),
    )
    expect(converted.code).toBe(0)
    expect(converted.out).toContain('lost: Categories are not kept: building.')
    await rm(join(source, 'images/before/street__1.png'))
    const broken = await run('check', source, '--format', 'coco')
    expect(broken.code).toBe(1)
    expect(broken.out).toContain(
      'annotations/instances_train.json:4: street/1: before/street__1.png is not there.',
    )
    const empty = await run('import', source, '--format', 'levir-mci', '--into', join(folder, 'none'))
    expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('can be taken as levir-mci')])
  },
)
