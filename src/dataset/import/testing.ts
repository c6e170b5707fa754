import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportOptions, ImportReport } from '../../contract/dataset'
import { encodePng } from '../../images/raster'
import { makePair } from '../../images/testing'
import { englishOf } from '../../messages/message'
import { detectFormat } from '../formats/list'
import { importDataset } from './import-project'
import { Scratch } from './item'
import type { ImportItem } from './item'
import { Problems } from './problems'
import { readDataset } from './read'
import { Source } from './source'

/** For tests of reading data sets. */

const running = { progress: (): void => {}, signal: new AbortController().signal }

export function importMade(
  source: string,
  into: string,
  options: Partial<Omit<ImportOptions, 'source' | 'into'>> = {},
): Promise<ImportReport> {
  return importDataset({ source, into, format: null, ...options }, running)
}

/** What is read of a data set, and what is told of it. */
export async function readMade(
  path: string,
  { format = null, imageFolder = null }: { format?: string | null; imageFolder?: string | null } = {},
): Promise<{ format: string; items: ImportItem[]; problems: string[] }> {
  const source = await Source.open(path, imageFolder)
  const problems = new Problems()
  const scratch = new Scratch(tmpdir(), false)
  const known = format ?? (await detectFormat(source))
  const items: ImportItem[] = []
  try {
    for await (const item of readDataset(known, { source, problems, scratch, isCheck: false })) {
      items.push(item)
    }
  } finally {
    await scratch.dispose()
  }
  return { format: known, items, problems: problems.list.map(({ message }) => englishOf(message)) }
}

/** The bytes of every file by its path, dot files and what links lead to too. */
export async function filesIn(root: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path))] as const)),
  )
}

/** Writes a file of a made data set, JSON where it is no text or bytes. */
export async function put(root: string, path: string, content: unknown): Promise<void> {
  const target = join(root, path)
  await mkdir(join(target, '..'), { recursive: true })
  const isPlain = typeof content === 'string' || content instanceof Uint8Array
  await writeFile(target, isPlain ? content : JSON.stringify(content, null, 1))
}

/** Two images of one size. */
export async function madeImages(
  width = 12,
  height = 10,
  seed = 1,
): Promise<{ before: Buffer; after: Buffer }> {
  const { before, after } = makePair(seed, width, height)
  return { before: await encodePng(before), after: await encodePng(after) }
}
