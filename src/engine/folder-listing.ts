import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ContractError, messageOf } from '../contract/errors'
import type { FolderListing } from '../contract/engine'
import type { AllowedFolders } from './allowed-folders'

/**
 * Sub-folders of a folder, without hidden ones. Null starts at home, or with the allowed folders where only these may be
 * used. Nothing above an allowed folder is led to then.
 * @throws ContractError `folder-unreadable`
 */
export function listFolders(folder: string | null, allowed: AllowedFolders): Promise<FolderListing> {
  if (!allowed.isLimited()) {
    return listUnlimited(folder ?? homedir())
  }
  return folder === null ? listAllowed(allowed) : listWithin(folder, allowed)
}

async function listUnlimited(folder: string): Promise<FolderListing> {
  const listing = await listSubfolders(folder)
  const parent = dirname(listing.folder)
  return { ...listing, above: parent === listing.folder ? null : { folder: parent }, isLimited: false }
}

async function listWithin(folder: string, allowed: AllowedFolders): Promise<FolderListing> {
  const listing = await listSubfolders(folder)
  const parent = dirname(listing.folder)
  const isInside = parent !== listing.folder && allowed.has(parent)
  const isOnly = allowed.list().length === 1
  return {
    ...listing,
    above: isInside ? { folder: parent } : isOnly ? null : { folder: null },
    isLimited: true,
  }
}

/** A single one is listed at once. */
function listAllowed(allowed: AllowedFolders): Promise<FolderListing> {
  const [first, ...more] = allowed.list()
  if (first !== undefined && more.length === 0) {
    return listWithin(first, allowed)
  }
  const folders = allowed.list().map((path) => ({ name: path, path }))
  return Promise.resolve({ folder: null, above: null, folders, isLimited: true })
}

async function listSubfolders(folder: string): Promise<{ folder: string } & Pick<FolderListing, 'folders'>> {
  const absolute = resolve(folder)
  try {
    const entries = await readdir(absolute, { withFileTypes: true })
    const folders = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => ({ name, path: join(absolute, name) }))
      .sort((a, b) => a.name.localeCompare(b.name))
    return { folder: absolute, folders }
  } catch (error) {
    const message = `${absolute} cannot be read: ${messageOf(error)}`
    throw new ContractError({ code: 'folder-unreadable', path: absolute, message })
  }
}
