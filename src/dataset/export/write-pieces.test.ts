import { statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { englishOf } from '../../messages/message'
import { sha256Hex } from '../../process/sha256'
import { largeListNotice } from './notices'
import { OutputFolder } from './output'
import { onThisThread } from './thread-helper'
import { commaLines, writeJsonLines, writeJsonList, writePieces } from './write-pieces'
import type { PartialExport } from './partial-export'

test('a file of pieces is their sum, and is recorded with its hash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-pieces-'))
  try {
    const output = new OutputFolder({ files: folder } as PartialExport, 'copy', onThisThread)
    const pieces = (async function* (): AsyncGenerator<Uint8Array | string> {
      yield 'größer'
      yield Buffer.alloc(2 ** 21, 'x')
      yield 'end'
    })()
    await writePieces(output, 'lists/all.json', pieces)
    const bytes = await readFile(join(folder, 'lists', 'all.json'))
    expect([bytes.subarray(0, 9).toString(), bytes.length]).toEqual(['größerx', 2 ** 21 + 11])
    expect(output.fileAt('lists/all.json')).toMatchObject({ sha256: sha256Hex(bytes), bytes: bytes.length })
    expect(largeListNotice(output)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a list is valid JSON with an entry a line, whether it has any or not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-pieces-'))
  try {
    const output = new OutputFolder({ files: folder } as PartialExport, 'copy', onThisThread)
    await writeJsonList(output, 'two.json', [{ a: 1 }, { b: 'ä' }])
    await writeJsonList(output, 'none.json', [])
    await writeJsonLines(output, 'two.jsonl', [{ a: 1 }, { b: 2 }])
    const texts = ['two.json', 'none.json', 'two.jsonl'].map((name) => readFile(join(folder, name), 'utf8'))
    expect(await Promise.all(texts)).toEqual(['[\n{"a":1},\n{"b":"ä"}\n]\n', '[]\n', '{"a":1}\n{"b":2}\n'])
    expect([...commaLines(['x', 'y']), ...commaLines([])].join('')).toBe('x,\ny')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('entries are made while earlier ones are on the disk already', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-pieces-'))
  try {
    const output = new OutputFolder({ files: folder } as PartialExport, 'copy', onThisThread)
    const sizes: number[] = []
    const entries = (function* (): Generator<object> {
      for (let index = 0; index < 4; index += 1) {
        sizes.push(statSync(join(folder, 'all.json')).size)
        yield { text: 'x'.repeat(2 ** 20) }
      }
    })()
    await writeJsonList(output, 'all.json', entries)
    expect(sizes.map((size) => Math.floor(size / 2 ** 20))).toEqual([0, 1, 2, 3])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a list that this program cannot read is told, and no other large file', () => {
  const bytes = 401 * 2 ** 20
  const paths = ['changes.geojson', 'all.jsonl', 'images/a.tif']
  const files = new Map(
    paths.map((path) => [path, { path, bytes, sha256: '', stays: true, isWritten: true }]),
  )
  expect(largeListNotice({ files }).map(englishOf)).toEqual([
    'changes.geojson is larger than 400 MiB, so this program cannot import it again: export fewer pairs at once for that.',
  ])
})
