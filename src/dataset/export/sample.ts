import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportOptions, ExportSample } from '../../contract/work'
import { sortNaturally } from '../pair-record'
import { withChosenCaptions } from './chosen-captions'
import { contentOf, PairLeftOut } from './export-pair'
import { exportPairs } from './export'
import { captionCountOf } from '../formats/format'
import { formatNamed } from '../formats/list'
import type { ExportItem, ExportRequest } from './export-pair'

/** Enough to show several splits and captions. */
const PAIR_COUNT = 8
const SHOWN_CHARACTERS = 6000
const TEXT_FILE = /\.(?:geojson|json|jsonl|md|xml|sha256)$/

/**
 * Sample of an export: its first pairs, written to a temporary folder.
 * @throws ContractError `invalid-input` if none of them can be written
 */
export async function exportSample(
  items: AsyncIterable<ExportItem>,
  options: Omit<ExportRequest, 'out'>,
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
        text: TEXT_FILE.test(path) ? await beginningOf(join(out, path)) : null,
      })),
    )
    return { files: sortNaturally(files, ({ path }) => path) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* first(
  items: AsyncIterable<ExportItem>,
  { states, format, captions }: Pick<ExportOptions, 'states' | 'format' | 'captions'>,
): AsyncGenerator<ExportItem> {
  let count = 0
  for await (const item of items) {
    if (states.includes(item.document.review.state) && hasRoom({ format, captions }, item)) {
      yield item
      count += 1
      if (count === PAIR_COUNT) {
        return
      }
    }
  }
}

function hasRoom(
  { format, captions }: Pick<ExportOptions, 'format' | 'captions'>,
  item: ExportItem,
): boolean {
  try {
    captionCountOf(formatNamed(format).writer, withChosenCaptions(contentOf(item), captions))
    return true
  } catch (error) {
    if (error instanceof PairLeftOut) {
      return false
    }
    throw error
  }
}

async function beginningOf(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(SHOWN_CHARACTERS)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    return new TextDecoder().decode(buffer.subarray(0, bytesRead)).replace(/\uFFFD+$/, '')
  } finally {
    await handle.close()
  }
}
