import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportOptions, ImportReport } from '../../contract/dataset'
import { encodePng } from '../../images/raster'
import { makePair } from '../../images/testing'
import { importDataset } from './import-project'

/** For tests of reading data sets. */

const running = { progress: (): void => {}, signal: new AbortController().signal }

export function importMade(
  source: string,
  into: string,
  options: Partial<Omit<ImportOptions, 'source' | 'into'>> = {},
): Promise<ImportReport> {
  return importDataset({ source, into, format: null, ...options }, running)
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
