import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { recoverPackages } from './write-package'
import { MANIFEST_FILE, PackageError, WEIGHTS_FILE } from './files'
import { identityOf, readAnyManifest, requireImported } from './any-package'
import type { PackageKind } from './any-package'
import { NETWORK_MANIFEST_FILE } from './network-manifest'
import { message } from '../messages/message'

/** Where packages lie: the program's own, and `models` in the user's data folder. */
export interface PackageFolders {
  shipped: string
  user: string
}

export type PackageOrigin = keyof PackageFolders

export interface ListedPackage {
  folder: string
  origin: PackageOrigin
  /** A package that cannot be used is listed with its problem. */
  found: PackageKind | { problem: PackageError }
}

export function packageFolders(shipped: string, userFolder: string): PackageFolders {
  return { shipped, user: join(userFolder, 'models') }
}

/**
 * Every package in both places, shipped ones first, each by the name of its folder. Weights are not read. One
 * whose replacing was killed is back in its place.
 */
export async function listPackages(folders: PackageFolders): Promise<ListedPackage[]> {
  const shipped = await listIn(folders.shipped, 'shipped')
  const user = await listIn(folders.user, 'user')
  return withoutDoubles([...shipped, ...user])
}

/** The usable package with this id. @throws PackageError `missing-file` where there is none, or its problem */
export async function findPackage(folders: PackageFolders, id: string): Promise<ListedPackage> {
  const all = await listPackages(folders)
  const match = all.find(({ found }) => !('problem' in found) && identityOf(found).id === id)
  if (match !== undefined) {
    return match
  }
  const broken = all.flatMap(({ folder, found }) => ('problem' in found ? [{ folder, ...found }] : []))
  const own = broken.find(({ folder }) =>
    Object.values(folders).some((parent) => folder === join(parent, id)),
  )
  if (own !== undefined) {
    throw own.problem
  }
  const path = join(folders.user, id)
  throw new PackageError('missing-file', path, message('models.noneOfName', { path }))
}

async function listIn(parent: string, origin: PackageOrigin): Promise<ListedPackage[]> {
  await recoverPackages(parent)
  const names = await readdir(parent).catch((): string[] => [])
  const listed: ListedPackage[] = []
  for (const name of names.sort()) {
    const folder = join(parent, name)
    if (!name.startsWith('.') && (await looksLikePackage(folder))) {
      listed.push({ folder, origin, found: await readFound(folder) })
    }
  }
  return listed
}

/** Other folders may lie beside packages. */
async function looksLikePackage(folder: string): Promise<boolean> {
  for (const file of [MANIFEST_FILE, WEIGHTS_FILE, NETWORK_MANIFEST_FILE]) {
    if (await stat(join(folder, file)).catch(() => null)) {
      return true
    }
  }
  return false
}

async function readFound(folder: string): Promise<ListedPackage['found']> {
  try {
    const kind = await readAnyManifest(folder)
    if ('network' in kind) {
      requireImported(folder, kind.network)
    }
    return kind
  } catch (error) {
    if (error instanceof PackageError) {
      return { problem: error }
    }
    throw error
  }
}

/** Of packages with the same id the first is used. */
function withoutDoubles(listed: readonly ListedPackage[]): ListedPackage[] {
  const owners = new Map<string, string>()
  return listed.map((entry) => {
    if ('problem' in entry.found) {
      return entry
    }
    const { id } = identityOf(entry.found)
    const owner = owners.get(id)
    if (owner === undefined) {
      owners.set(id, entry.folder)
      return entry
    }
    const text = message('models.sameId', { path: entry.folder, id, other: owner })
    return { ...entry, found: { problem: new PackageError('duplicate', entry.folder, text) } }
  })
}
