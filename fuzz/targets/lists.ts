import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readManifests } from '../../src/dataset/layouts/manifest'
import { scanFolder } from '../../src/dataset/scan'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-fuzz-lists-'))

/** A list of pairs in a folder, as CSV where the first byte is even, else as JSON lines. Nothing is thrown at all. */
export async function fuzz(data: Buffer): Promise<void> {
  const [csv, jsonl] = ['pairs.csv', 'pairs.jsonl'].map((name) => join(folder, name))
  const isCsv = (data[0] ?? 0) % 2 === 0
  writeFileSync(csv, isCsv ? data.subarray(1) : '')
  writeFileSync(jsonl, isCsv ? '' : data.subarray(1))
  await readManifests(folder, await scanFolder(folder))
}
