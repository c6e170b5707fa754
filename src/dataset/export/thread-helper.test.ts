import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeMaskPng } from '../../images/mask-png'
import { exportMade, madeHeight, madeItem, madeMask, madeRegion, madeWidth } from './testing'
import { ThreadHelper } from './thread-helper'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-thread-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('a thread that helps an export', () => {
  let helper: ThreadHelper
  beforeAll(() => {
    helper = new ThreadHelper()
  })
  afterAll(() => helper.close())

  test('writes files, small, large and empty, and leaves the bytes that it was given', async () => {
    const contents = [Buffer.from('small'), Buffer.alloc(3_000_000, 'large'), Buffer.alloc(0)]
    await Promise.all(contents.map((bytes, index) => helper.create(join(folder, `${index}`), bytes)))
    for (const [index, bytes] of contents.entries()) {
      expect((await readFile(join(folder, `${index}`))).equals(bytes)).toBe(true)
    }
    expect(contents[0].toString()).toBe('small')
  })

  test.each([1, 3] as const)('makes the mask of %i channels that this thread makes', async (channels) => {
    const image = { width: madeWidth, height: madeHeight, data: madeMask('ring') }
    const expected = await encodeMaskPng(image, channels)
    expect((await helper.mask(image, channels)).equals(expected)).toBe(true)
  })

  test('tells why a file could not be written, by the code of the system, and goes on', async () => {
    const path = join(folder, 'x')
    await helper.create(path, Buffer.from('first'))
    await expect(helper.create(path, Buffer.from('second'))).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(helper.create(join(folder, 'no/x'), Buffer.alloc(1))).rejects.toMatchObject({
      code: 'ENOENT',
    })
    await helper.create(join(folder, 'y'), Buffer.from('third'))
    expect([await readFile(path, 'utf8'), await readFile(join(folder, 'y'), 'utf8')]).toEqual([
      'first',
      'third',
    ])
  })

  test('that has ended fails what is asked of it', async () => {
    const ended = new ThreadHelper()
    await ended.close()
    await expect(ended.create(join(folder, 'x'), Buffer.alloc(1))).rejects.toThrow('ended early')
  })
})

test(
  'an export of many pairs, which another thread helps, has every file with its hash',
  { timeout: 60_000 },
  async () => {
    const regions = [madeRegion('1', 'ring')]
    const one = await madeItem(folder, 'one', { regions, captions: ['x'], item: { split: 'train' } })
    const items = Array.from({ length: 300 }, (_, index) => ({ ...one, key: `pair ${index}` }))
    const out = join(folder, 'out')
    expect((await exportMade(items, 'a-b', out)).pairCount).toBe(300)
    expect(await readdir(join(out, 'train/label'))).toHaveLength(300)
    const lines = (await readFile(join(out, 'manifest.sha256'), 'utf8')).trimEnd().split('\n')
    for (const line of lines) {
      const [hash, path] = line.split('  ')
      const bytes = await readFile(join(out, path))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
    }
    expect(lines.length).toBeGreaterThan(900)
  },
)
