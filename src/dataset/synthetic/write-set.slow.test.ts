import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { decodeRle } from '../../mask/rle'
import { LAYOUTS } from './layouts/layouts'
import type { SetSpec } from './layouts/layout'
import { decodeTrainingPixels, trainingRecordSchema } from './training-record'
import { TargetExistsError, writeSet } from './write-set'

// Worker processes started from source take seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = mkdtempSync(join(tmpdir(), 'made-'))
afterAll(() => rmSync(root, { recursive: true }))

const ORDER: SetSpec = {
  world: 'blocks',
  profile: 'blocks',
  seed: 3,
  width: 72,
  height: 48,
  inTurn: true,
  count: 11,
  layout: 'folder',
  truth: false,
  between: 0,
}

function write(spec: Partial<SetSpec>, name: string, workers = 1): Promise<unknown> {
  return writeSet({ ...ORDER, ...spec }, join(root, name), workers, new AbortController().signal, () => {})
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort((a, b) => (a < b ? -1 : 1))
}

function hashFolder(folder: string): string {
  const sum = createHash('sha256')
  for (const file of filesUnder(folder)) {
    sum.update(file).update(readFileSync(join(folder, file)))
  }
  return sum.digest('hex')
}

function readJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(join(root, ...parts), 'utf8'))
}

describe('a synthetic set', () => {
  beforeAll(() => write({ truth: true }, 'one'))

  it('has the same bytes with one worker and with three', async () => {
    await write({ truth: true }, 'three', 3)
    expect(hashFolder(join(root, 'one'))).toBe(hashFolder(join(root, 'three')))
  })

  it('as a folder has images, masks and a line of truth for each pair that agree', async () => {
    const lines = readFileSync(join(root, 'one/pairs.jsonl'), 'utf8').trim().split('\n')
    expect(lines.length).toBe(11)
    for (const line of lines) {
      const pair = JSON.parse(line) as {
        key: string
        changeType: string
        captions: { text: string }[]
        regions: Record<'after' | 'vacated', { rle: { size: [number, number]; counts: string } } | null>[]
      }
      const mask = decode(readFileSync(join(root, `one/masks/${pair.key}.png`)))
      expect([mask.width, mask.height, mask.channels]).toEqual([72, 48, 1])
      const union = new Uint8Array(72 * 48)
      for (const { after, vacated } of pair.regions) {
        const rle = (after ?? vacated)?.rle
        if (rle !== undefined) {
          decodeRle(rle).data.forEach((set, i) => (union[i] |= set * 255))
        }
      }
      expect(Buffer.compare(Uint8Array.from(mask.data), union)).toBe(0)
      expect(pair.regions.length > 0).toBe(pair.changeType !== 'none')
      expect(existsSync(join(root, `one/before/${pair.key}.png`))).toBe(true)
    }
  })

  it('in the CLEVR-Change layout has triplets, equal keys in both caption files, and every index in one split', async () => {
    await write({ layout: 'clevr-change', profile: 'clevr-change' }, 'clevr')
    for (const folder of ['images', 'sc_images', 'nsc_images']) {
      expect(readdirSync(join(root, 'clevr/data', folder)).length).toBe(11)
    }
    const change = readJson('clevr/data/change_captions.json') as Record<string, string[]>
    const none = readJson('clevr/data/no_change_captions.json') as Record<string, string[]>
    expect(Object.keys(change)).toEqual(Object.keys(none))
    expect(Object.keys(change)[4]).toBe('CLEVR_default_000004.png')
    const splits = Object.values(readJson('clevr/data/splits.json') as Record<string, number[]>).flat()
    expect(splits.sort((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, i) => i))
    const types = readJson('clevr/data/type_mapping.json') as Record<string, string[]>
    expect(Object.keys(types)).toEqual(['color', 'material', 'add', 'drop', 'move'])
    expect(Object.values(types).flat().length).toBe(11)
    const boxes = readJson('clevr/data/change_captions_with_bbox.json') as Record<
      string,
      Record<string, unknown>
    >
    for (const file of types.drop) {
      expect(boxes[Number.parseInt(file, 10)].bbox_after).toBeNull()
    }
    for (const file of types.add) {
      expect(boxes[Number.parseInt(file, 10)].bbox_before).toBeNull()
    }
  })

  it('for training has pictures between the frames where they are asked for', async () => {
    const spec = { layout: 'training', inTurn: false, count: 2, width: 64, height: 64 } as const
    await write(spec, 'plain')
    await write({ ...spec, between: 3 }, 'between')
    const [plain, full] = ['plain', 'between'].map((name) =>
      readFileSync(join(root, name, 'pairs/0000000.bin')),
    )
    expect(full.subarray(0, plain.length)).toEqual(plain)
    const [line] = readFileSync(join(root, 'between/pairs.jsonl'), 'utf8').split('\n')
    const { between, before } = decodeTrainingPixels(trainingRecordSchema.parse(JSON.parse(line)), full)
    expect(between.map(({ length }) => length)).toEqual([1, 2, 3].map(() => before.length))
    expect(between[0]).not.toEqual(between[2])
  })

  it('in the LEVIR-MCI layout has names that begin with their split, labels of three channels and five sentences', async () => {
    await write({ layout: 'levir-mci' }, 'levir')
    const { images } = readJson('levir/LevirCCcaptions.json') as {
      images: {
        filepath: string
        filename: string
        changeflag: number
        sentids: number[]
        sentences: { tokens: string[] }[]
      }[]
    }
    expect(images.length).toBe(11)
    for (const { filepath, filename, changeflag, sentids, sentences } of images) {
      expect(filename.startsWith(`${filepath}_`)).toBe(true)
      expect(filename).not.toMatch(/[A-]/)
      expect([sentids.length, sentences.length]).toEqual([5, 5])
      for (const { tokens } of sentences) {
        for (const token of tokens) {
          expect(token).toMatch(/^[a-z-]+$|^,$/)
        }
      }
      const label = decode(readFileSync(join(root, 'levir/images', filepath, 'label', filename)))
      expect(label.channels).toBe(3)
      const levels = new Set(label.data)
      expect([...levels].every((level) => level === 0 || level === 128 || level === 255)).toBe(true)
      expect(levels.has(255) || levels.has(128)).toBe(changeflag === 1)
    }
  })
})

describe('the sample project', () => {
  it('is what its own spec gives', () => {
    const sample = join(import.meta.dirname, '../../../sample')
    const spec = JSON.parse(readFileSync(join(sample, 'set.json'), 'utf8')) as SetSpec
    expect(readdirSync(join(sample, 'after')).length).toBe(spec.count)
    const lines = readFileSync(join(sample, 'pairs.jsonl'), 'utf8').split('\n')
    for (const index of [0, 1, spec.count - 1]) {
      const { files, record } = LAYOUTS[spec.layout].make(spec, index)
      expect(lines[index]).toBe(JSON.stringify(record))
      for (const { path, bytes } of files) {
        expect(Buffer.compare(readFileSync(join(sample, path)), bytes)).toBe(0)
      }
    }
  })
})

describe('a set that cannot be finished', () => {
  it('leaves nothing when it is cancelled half-way', async () => {
    const abort = new AbortController()
    const run = writeSet({ ...ORDER, count: 400 }, join(root, 'cut'), 1, abort.signal, ({ done }) => {
      if (done === 10) {
        abort.abort(new Error('Cancelled.'))
      }
    })
    await expect(run).rejects.toThrow('Cancelled.')
    expect(readdirSync(root).filter((name) => name.includes('cut'))).toEqual([])
  })

  it('does not touch a folder that is there and not empty', async () => {
    mkdirSync(join(root, 'full'))
    writeFileSync(join(root, 'full/mine.txt'), 'mine')
    await expect(write({}, 'full')).rejects.toBeInstanceOf(TargetExistsError)
    expect(readdirSync(join(root, 'full'))).toEqual(['mine.txt'])
  })
})
