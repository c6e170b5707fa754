import { access, constants, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { mapOf } from '../basics/map-of'
import { failWith, toFailure } from '../contract/errors'

// The folder that `propose --out` writes: its files are those of one run.

const CAPTIONS = 'captions.json'
const MASKS = 'masks'

/** What each result has, and captions of others do not. */
const resultsSchema = mapOf(z.object({ proposer: z.string(), regions: z.array(z.unknown()) }))

/**
 * A new or an empty folder, or one that an earlier run wrote. Before any work, as its results would be lost.
 * @throws ContractError `invalid-input`
 */
export async function makeOutFolder(out: string | undefined): Promise<void> {
  if (out === undefined) {
    return
  }
  if (!(await isOwn(out))) {
    throw failWith(
      'invalid-input',
      `${out} holds other files: choose a new or an empty folder, or one that an earlier propose wrote alone.`,
    )
  }
  try {
    await mkdir(join(out, MASKS), { recursive: true })
    await access(out, constants.W_OK)
  } catch (error) {
    throw failWith('invalid-input', `Nothing can be written to ${out} (${toFailure(error).message}).`)
  }
}

/** Removes what an earlier run wrote: nothing of it is to lie beside what this one says. */
export async function clearOutFolder(out: string | undefined): Promise<void> {
  if (out !== undefined) {
    await rm(join(out, CAPTIONS), { force: true })
    await rm(join(out, MASKS), { recursive: true })
    await mkdir(join(out, MASKS))
  }
}

/** Whether there is nothing that this program did not write. Hidden files of a system do not count. */
async function isOwn(out: string): Promise<boolean> {
  const names = await readdir(out).catch(() => [])
  const seen = names.filter((name) => !name.startsWith('.'))
  if (seen.some((name) => name !== CAPTIONS && name !== MASKS)) {
    return false
  }
  const masks = await filesIn(join(out, MASKS))
  if (!seen.includes(CAPTIONS)) {
    return masks.length === 0
  }
  const keys = await resultKeys(join(out, CAPTIONS))
  return keys !== null && masks.every((path) => path.endsWith('.png') && keys.has(path.slice(0, -4)))
}

/** Relative, with forward slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
}

/** Of the pairs that a run has results for; null where the file holds none. */
async function resultKeys(path: string): Promise<ReadonlySet<string> | null> {
  try {
    return new Set(resultsSchema.parse(JSON.parse(await readFile(path, 'utf8'))).keys())
  } catch {
    return null
  }
}
