import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeMaskPng } from '../../images/mask-png'
import { exportPairs } from './export'
import { madeHeight, madeItem, madeMask, madeRegion, madeWidth } from './testing'
import { ThreadHelper } from './thread-helper'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-thread-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('a thread that helps an export', () => {
  let helper: ThreadHelper
  beforeAll(async () => {
    helper = new ThreadHelper()
    await helper.settled
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

  test('that has not started, or never does, leaves the work to this one', async () => {
    const starting = new ThreadHelper()
    await starting.create(join(folder, 'x'), Buffer.from('first'))
    await starting.close()
    await starting.create(join(folder, 'y'), Buffer.from('second'))
    expect([await readFile(join(folder, 'x'), 'utf8'), await readFile(join(folder, 'y'), 'utf8')]).toEqual([
      'first',
      'second',
    ])
  })

  test('that has ended fails what is asked of it', async () => {
    const ended = new ThreadHelper()
    await ended.settled
    await ended.close()
    await expect(ended.create(join(folder, 'x'), Buffer.alloc(1))).rejects.toThrow('ended early')
  })
})

test(
  'an export of many pairs, with which another thread helps, has every mask with its hash',
  { timeout: 180_000 },
  async () => {
    const regions = [madeRegion('1', 'ring')]
    const one = await madeItem(folder, 'one', { regions, captions: ['x'], item: { split: 'train' } })
    const items = Array.from({ length: 1000 }, (_, index) => ({ ...one, key: `pair ${index}` }))
    const out = join(folder, 'out')
    const signal = new AbortController().signal
    await exportPairs(
      items,
      { format: 'a-b', images: 'link', out, states: ['accepted'] },
      { progress: () => {}, signal },
    )
    const lines = (await readFile(join(out, 'manifest.sha256'), 'utf8')).trimEnd().split('\n')
    const masks = lines.filter((line) => line.includes('/label/')).map((line) => line.split('  '))
    expect(masks).toHaveLength(1000)
    for (const [hash, path] of masks) {
      const bytes = await readFile(join(out, path))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
    }
  },
)
