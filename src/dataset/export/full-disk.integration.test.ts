import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toFailure } from '../../contract/errors'
import { englishOf } from '../../messages/message'
import type { ExportItem } from './export-pair'
import { exportMade, madeItem } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
const disk = join(folder, 'disk')
mkdirSync(disk)
/** A separate disk in memory: only root may mount one. */
const mount = (options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0
const canMount = mount('size=4k')
if (canMount) {
  spawnSync('umount', [disk])
}
const out = join(disk, 'out')
let items: ExportItem[] = []

beforeAll(async () => {
  items = await Promise.all(['a', 'b', 'c'].map((key) => madeItem(folder, key, { captions: [key] })))
})
afterEach(() => {
  spawnSync('umount', [disk])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// in which step it ends: making folders, opening the journal, writing pairs, and what follows them
const sizes = [
  'size=4k',
  'size=8k',
  'size=16k',
  'size=32k',
  'size=48k',
  'size=64k',
  'size=72k',
  'size=80k',
  'size=96k',
  'size=112k',
  'size=128k',
]
/** With room for the pairs, and not for what follows them. */
const larger = ['size=160k']
const inodes = ['nr_inodes=2', 'nr_inodes=3', 'nr_inodes=4', 'nr_inodes=6', 'nr_inodes=9']

test.skipIf(!canMount).each([...sizes, ...larger, ...inodes])(
  'an export to a disk with %s says so in plain words, and keeps nothing but pairs that are done [needs root to mount a disk]',
  async (options) => {
    mount(options)
    const error: unknown = await exportMade(items, 'a-b', out).then(
      () => null,
      (reason: unknown) => reason,
    )
    const { code, message } = toFailure(error)
    expect([code, message]).toEqual([
      'cannot-write',
      expect.stringMatching(/^The disk of .*out is full: free some space or choose another disk\./),
    ])
    const isKept = / kept: /.test(message)
    expect(isKept || !larger.includes(options)).toBe(true)
    expect(readdirSync(disk)).toEqual(isKept ? ['.out.partial'] : [])
    mount('remount,size=9m,nr_inodes=900')
    const report = await exportMade(items, 'a-b', out)
    expect(report.pairCount).toBe(3)
    expect(report.notices.map(englishOf).join().includes('Went on from')).toBe(isKept)
    expect(readdirSync(disk)).toEqual(['out'])
  },
)
