import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeDurably } from '../dataset/atomic'
import { listDeleted } from './deleted-packages'
import { draftFolder } from './write-package'
import { identityOf, manifestFileOf, readAnyManifest, readPackageFiles } from './any-package'
import type { PackageKind } from './any-package'
import { parseManifest } from './manifest'
import { parseNetworkManifest } from './network-manifest'
import { PackageError } from './files'
import { message } from '../messages/message'

/** Lies in a package that came from elsewhere. */
export const IMPORTED_FILE = 'imported.json'

export interface ImportOptions {
  /** Where packages lie. */
  parent: string
  /** Every package there is. */
  known: readonly PackageKind[]
  /** A worker made it for this program: it counts as trained, and not as one from elsewhere. */
  isOwn?: boolean
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
  { parent, known, isOwn = false, tryOut }: ImportOptions,
): Promise<{ id: string }> {
  const { kind, json, others } = await readPackageFiles(source)
  const given = identityOf(kind)
  const same = known.map(identityOf).find(({ content }) => content === given.content)
  if (same !== undefined) {
    throw new PackageError('exists', source, message('models.isHere', { path: source, title: same.title }))
  }
  const id = await unusedImportId(given.id, parent, [...known, ...(await deletedOthers(parent, kind))])
  const number = id.slice(id.lastIndexOf('-') + 1)
  const title = `${given.title.slice(0, 70)} (${number})`
  const renamed = id === given.id ? json : { ...json, id, title }
  const file = manifestFileOf(kind)
  const parse = 'manifest' in kind ? parseManifest : parseNetworkManifest
  parse(join(source, file), renamed)
  const draft = draftFolder(parent, id)
  try {
    await mkdir(draft, { recursive: true })
    for (const [name, bytes] of others) {
      await writeDurably(join(draft, name), bytes)
    }
    await writeDurably(join(draft, file), `${JSON.stringify(renamed, null, 2)}\n`)
    if (!isOwn) {
      await writeDurably(join(draft, IMPORTED_FILE), `${JSON.stringify({ from: source, at: Date.now() })}\n`)
    }
    await syncFolder(draft)
    await tryOut(draft)
    await rename(draft, join(parent, id))
    await syncFolder(parent)
    return { id }
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw asWriteError(parent, error)
  }
}

/** Whether the package in this folder came from elsewhere. */
export async function isImported(folder: string): Promise<boolean> {
  return (await stat(join(folder, IMPORTED_FILE)).catch(() => null)) !== null
}

/** Deleted models with other weights: the very model that was deleted may come back under its id. */
async function deletedOthers(parent: string, given: PackageKind): Promise<PackageKind[]> {
  const { content } = identityOf(given)
  const found = await Promise.all(
    (await listDeleted(parent)).map(({ folder }) => readAnyManifest(folder).catch(() => null)),
  )
  return found.filter((kind) => kind !== null).filter((kind) => identityOf(kind).content !== content)
}

async function unusedImportId(
  wanted: string,
  parent: string,
  known: readonly PackageKind[],
): Promise<string> {
  const taken = new Set(known.map((kind) => identityOf(kind).id))
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
  const reason = code === 'ENOSPC' ? message('models.diskFull') : code
  return new PackageError(
    'cannot-write',
    parent,
    message('models.cannotWrite', { path: parent, code: reason }),
    {
      cause: error,
    },
  )
}
