import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportOptions, ExportSample } from '../../contract/work'
import { sortNaturally } from '../natural'
import { exportPairs } from './export'
import type { ExportItem } from './item'

/** Enough to show several splits and captions. */
const pairCount = 8
const shownCharacters = 6000
const textFile = /\.(?:json|jsonl|md|xml|sha256)$/

/** What an export would look like: its first pairs, written to a folder that is then taken away. */
export async function exportSample(
  items: AsyncIterable<ExportItem>,
  options: Omit<ExportOptions, 'out'>,
): Promise<ExportSample> {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-sample-'))
  try {
    const out = join(folder, 'sample')
    const signal = new AbortController().signal
    await exportPairs(first(items, options), { ...options, out }, { progress: () => {}, signal })
    const entries = await readdir(out, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
    const files = await Promise.all(
      paths.map(async (path) => ({
        path: path.replaceAll('\\', '/'),
        bytes: (await stat(join(out, path))).size,
        text: textFile.test(path) ? await beginningOf(join(out, path)) : null,
      })),
    )
    return { files: sortNaturally(files, ({ path }) => path) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* first(
  items: AsyncIterable<ExportItem>,
  { states }: Pick<ExportOptions, 'states'>,
): AsyncGenerator<ExportItem> {
  let count = 0
  for await (const item of items) {
    if (item.problem === null && states.includes(item.document.review.state)) {
      yield item
      count += 1
      if (count === pairCount) {
        return
      }
    }
  }
}

async function beginningOf(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(shownCharacters)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    return new TextDecoder().decode(buffer.subarray(0, bytesRead)).replace(/\uFFFD+$/, '')
  } finally {
    await handle.close()
  }
}
