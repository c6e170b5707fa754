import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeDurably } from '../dataset/atomic'
import { listDeleted } from './deleted-packages'
import { draftFolder } from './write-package'
import {
  CARD_FILE,
  MANIFEST_FILE,
  parseJson,
  readHashed,
  readLimited,
  SIZE_LIMITS,
  TOKENIZER_FILE,
  WEIGHTS_FILE,
  PackageError,
} from './files'
import { parseManifest } from './manifest'
import type { ModelManifest } from './manifest'
import { openPackage, readManifest } from './read-package'

/** Lies in a package that came from elsewhere. */
export const IMPORTED_FILE = 'imported.json'

export interface ImportOptions {
  /** Where packages lie. */
  parent: string
  /** Every package there is. */
  known: readonly ModelManifest[]
  /** Opens the copy for the first time. Throws where it cannot be used. */
  tryOut(folder: string): Promise<void>
}

/**
 * Copies a package into `parent`, its own files and no others, checked and tried out before it is listed.
 * Another model of the same id keeps it, also a deleted one that can be brought back, and the new one gets a number.
 * @throws PackageError, or what `tryOut` throws
 */
export async function importPackage(
  source: string,
  { parent, known, tryOut }: ImportOptions,
): Promise<ModelManifest> {
  const files = await readFiles(source)
  const given = parseManifest(join(source, MANIFEST_FILE), files.json)
  const same = known.find(({ weights }) => weights.sha256 === given.weights.sha256)
  if (same !== undefined) {
    const message = `is here already, as ${same.title ?? same.id}.`
    throw new PackageError('exists', source, message)
  }
  const id = await unusedImportId(given.id, parent, [...known, ...(await deletedOthers(parent, given))])
  const number = id.slice(id.lastIndexOf('-') + 1)
  const title = `${(given.title ?? given.id).slice(0, 70)} (${number})`
  const renamed = id === given.id ? {} : { id, title }
  const json = { ...(files.json as object), ...renamed }
  const manifest = parseManifest(join(source, MANIFEST_FILE), json)
  const draft = draftFolder(parent, id)
  try {
    await mkdir(draft, { recursive: true })
    for (const [name, bytes] of files.others) {
      await writeDurably(join(draft, name), bytes)
    }
    await writeDurably(join(draft, MANIFEST_FILE), `${JSON.stringify(json, null, 2)}\n`)
    await writeDurably(join(draft, IMPORTED_FILE), `${JSON.stringify({ from: source, at: Date.now() })}\n`)
    await syncFolder(draft)
    await tryOut(draft)
    await rename(draft, join(parent, id))
    await syncFolder(parent)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw asWriteError(parent, error)
  }
}

/** Whether the package in this folder came from elsewhere. */
export async function isImported(folder: string): Promise<boolean> {
  return (await stat(join(folder, IMPORTED_FILE)).catch(() => null)) !== null
}

/** @throws PackageError */
async function readFiles(source: string): Promise<{ json: unknown; others: Map<string, Uint8Array> }> {
  const { manifest } = await openPackage(source)
  const path = join(source, MANIFEST_FILE)
  const json = parseJson(path, await readLimited(path, SIZE_LIMITS[MANIFEST_FILE]))
  const others = new Map<string, Uint8Array>()
  const { weights, tokenizer } = manifest
  others.set(
    weights.file,
    await readHashed(join(source, weights.file), SIZE_LIMITS[WEIGHTS_FILE], weights.sha256),
  )
  others.set(
    tokenizer.file,
    await readHashed(join(source, tokenizer.file), SIZE_LIMITS[TOKENIZER_FILE], tokenizer.sha256),
  )
  // a model is of use without one
  const card = await readLimited(join(source, CARD_FILE), SIZE_LIMITS[CARD_FILE]).catch(() => null)
  if (card !== null) {
    others.set(CARD_FILE, card)
  }
  return { json, others }
}

/** Deleted models with other weights: the very model that was deleted may come back under its id. */
async function deletedOthers(parent: string, given: ModelManifest): Promise<ModelManifest[]> {
  const found = await Promise.all(
    (await listDeleted(parent)).map(({ folder }) => readManifest(folder).catch(() => null)),
  )
  return found
    .filter((manifest) => manifest !== null)
    .filter(({ weights }) => weights.sha256 !== given.weights.sha256)
}

async function unusedImportId(
  wanted: string,
  parent: string,
  known: readonly ModelManifest[],
): Promise<string> {
  const taken = new Set(known.map(({ id }) => id))
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`
    const id = `${wanted.slice(0, 64 - suffix.length)}${suffix}`
    if (!taken.has(id) && (await stat(join(parent, id)).catch(() => null)) === null) {
      return id
    }
  }
}

function asWriteError(parent: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof PackageError || code === undefined || !/^E[A-Z]+$/.test(code)) {
    return error
  }
  const reason = code === 'ENOSPC' ? 'the disk is full' : code
  return new PackageError('cannot-write', parent, `cannot be written (${reason}).`, { cause: error })
}
