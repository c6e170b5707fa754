import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listPackages } from './list-packages'
import type { PackageFolders } from './list-packages'
import { writeDurably, writeAtomically } from '../dataset/atomic'
import { identityOf, manifestFileOf, readAnyManifest, readPackageFiles } from './any-package'
import { MANIFEST_FILE, PackageError, parseJson, readLimited, SIZE_LIMITS } from './files'
import { parseManifest } from './manifest'
import { parseNetworkManifest } from './network-manifest'
import { message } from '../messages/message'

/** A hidden folder is no package, so what lies in it is not listed. */
const DELETED_FOLDER = '.deleted'
const RETENTION_MILLISECONDS = 7 * 24 * 3600 * 1000

interface DeletedPackage {
  id: string
  /** Milliseconds since 1970. */
  at: number
  folder: string
}

/** Puts a package aside; it can be brought back for a week. @throws PackageError */
export async function deletePackage(parent: string, folder: string, id: string): Promise<void> {
  const aside = join(parent, DELETED_FOLDER, `${id}@${Date.now()}`)
  try {
    await mkdir(join(parent, DELETED_FOLDER), { recursive: true })
    await rename(folder, aside)
  } catch (error) {
    throw cannotMove(folder, error)
  }
}

/** The last one first. */
export async function listDeleted(parent: string): Promise<DeletedPackage[]> {
  const names = await readdir(join(parent, DELETED_FOLDER)).catch((): string[] => [])
  return names
    .flatMap((name) => {
      const match = /^(.+)@(\d+)$/.exec(name)
      const folder = join(parent, DELETED_FOLDER, name)
      return match === null ? [] : [{ id: match[1], at: Number(match[2]), folder }]
    })
    .sort((a, b) => b.at - a.at)
}

/** @throws PackageError `missing-file`, `exists`, `cannot-write` */
export async function restorePackage(parent: string, id: string): Promise<void> {
  const deleted = (await listDeleted(parent)).find((one) => one.id === id)
  const folder = join(parent, id)
  if (deleted === undefined) {
    throw new PackageError('missing-file', folder, message('models.notDeleted', { path: folder }))
  }
  if ((await stat(folder).catch(() => null)) !== null) {
    throw new PackageError('exists', folder, message('models.placeTaken', { path: folder }))
  }
  await rename(deleted.folder, folder).catch((error: unknown) => {
    throw cannotMove(folder, error)
  })
}

/** Those that have been kept long enough. */
export async function removeExpired(parent: string, now = Date.now()): Promise<void> {
  for (const { at, folder } of await listDeleted(parent)) {
    if (now - at > RETENTION_MILLISECONDS) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

function cannotMove(folder: string, error: unknown): PackageError {
  const { code = String(error) } = error as NodeJS.ErrnoException
  return new PackageError('cannot-write', folder, message('models.cannotMove', { path: folder, code }), {
    cause: error,
  })
}

/**
 * Ids that no new model may have: those of all models, names of whatever lies beside them, and ids of deleted models,
 * which can be brought back.
 */
export async function usedIds(folders: PackageFolders): Promise<Set<string>> {
  const listed = await listPackages(folders)
  const deleted = await listDeleted(folders.user)
  const names = await readdir(folders.user).catch((): string[] => [])
  return new Set([
    ...listed.flatMap(({ found }) => ('problem' in found ? [] : [identityOf(found).id])),
    ...listed.flatMap(({ folder }) => folder.split(/[\\/]/).at(-1) ?? []),
    ...deleted.map(({ id }) => id),
    ...names,
  ])
}

/** `boards-1`, `boards-2`: the first that is not taken. */
export function unusedId(stem: string, taken: ReadonlySet<string>): string {
  let number = 1
  while (taken.has(`${stem}-${number}`)) {
    number++
  }
  return `${stem}-${number}`
}

/** Writes the files of a package into a folder that is there, checked on the way. @throws PackageError */
export async function copyPackage(from: string, to: string): Promise<string[]> {
  const { kind, json, others } = await readPackageFiles(from)
  const files = new Map<string, Uint8Array | string>([
    ...others,
    [manifestFileOf(kind), `${JSON.stringify(json, null, 2)}\n`],
  ])
  for (const [name, bytes] of files) {
    await writeDurably(join(to, name), bytes)
  }
  return [...files.keys()]
}

/** Gives a package another title; its id stays. Fields that are not known stay too. @throws PackageError */
export async function renamePackage(folder: string, title: string): Promise<void> {
  const kind = await readAnyManifest(folder)
  const path = join(folder, manifestFileOf(kind))
  const json = parseJson(path, await readLimited(path, SIZE_LIMITS[MANIFEST_FILE]))
  const renamed = { ...(json as object), title }
  const parse = 'manifest' in kind ? parseManifest : parseNetworkManifest
  parse(path, renamed)
  await writeAtomically(path, `${JSON.stringify(renamed, null, 2)}\n`).catch((error: unknown) => {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new PackageError('cannot-write', path, message('models.cannotWrite', { path, code }), {
      cause: error,
    })
  })
}
