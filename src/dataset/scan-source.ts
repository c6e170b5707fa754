import { lstat, readdir, realpath } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import { bucketOf } from '../buckets/buckets-in-use'
import type { BucketFolder } from '../buckets/bucket-folder'
import { BucketError } from '../buckets/bucket-error'
import { bucketMarkOf } from '../buckets/bucket-mark'
import type { LeftOut } from '../contract/project'
import { isInside, whyOutside } from './inside'
import { message, MessageError } from '../messages/message'
import type { MessageText, Message } from '../messages/message'

/** What `take` looks at of an entry of a folder. */
export type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>

/** Where names come from: a disk, or a bucket. */
export interface ScanSource {
  entries(folder: string): Promise<Entry[]>
  whyNameIsLeftOut(name: string, path: string): Promise<Message | null>
  whyLinkIsLeftOut(path: string): Promise<Message | null>
}

export type DiscoverErrorCode = 'missing' | 'not-a-folder' | 'unreadable' | 'too-many-files'

/** The folder cannot be opened at all. */
export class DiscoverError extends MessageError {
  override name = 'DiscoverError'
  constructor(
    readonly code: DiscoverErrorCode,
    readonly path: string,
    text: MessageText,
  ) {
    super(text)
  }
}

/** A name without these characters is UTF-8 and does not read as a path. */
const UNUSUAL = /[%\\:\uFFFD]/

/**
 * @param leftOut receives folders that cannot be read
 * @throws DiscoverError if the folder itself is missing or unreadable
 */
export async function scanSource(
  root: string,
  linksInto: string | null,
  leftOut: LeftOut[],
): Promise<ScanSource> {
  const bucket = bucketOf(root)
  if (bucket !== null) {
    return keySource(await listed(root, bucket), leftOut)
  }
  const realRoot = await openRoot(root)
  const mark = await bucketMarkOf(realRoot)
  if (mark !== null) {
    throw new DiscoverError(
      'unreadable',
      root,
      message('buckets.notGiven', { path: root, address: mark.address }),
    )
  }
  const limits = { root: realRoot, linksInto }
  return {
    entries: (folder) => readEntries(realRoot, folder, leftOut),
    whyNameIsLeftOut: (name, path) => whyNameIsLeftOut(name, path, limits),
    whyLinkIsLeftOut: (path) => whyLinkIsLeftOut(path, limits),
  }
}

/** @throws DiscoverError */
async function listed(root: string, bucket: BucketFolder): Promise<readonly string[]> {
  try {
    return await bucket.list()
  } catch (error) {
    throw error instanceof BucketError ? new DiscoverError('unreadable', root, error.text) : error
  }
}

/** Keys as a tree of folders. One key may be a file, and the folder of others. */
function keySource(paths: readonly string[], leftOut: LeftOut[]): ScanSource {
  const folders = new Map<string, Entry[]>()
  const entriesOf = (folder: string): Entry[] => {
    const known = folders.get(folder)
    if (known !== undefined) {
      return known
    }
    const made: Entry[] = []
    folders.set(folder, made)
    const cut = folder.lastIndexOf('/')
    if (folder !== '') {
      entriesOf(folder.slice(0, Math.max(0, cut))).push(keyEntry(folder.slice(cut + 1), true))
    }
    return made
  }
  for (const path of paths) {
    if (path.split('/').some((part) => /^\.{0,2}$/.test(part)) || whyOutside(path) !== null) {
      leftOut.push({ path, reason: message('readings.otherPath') })
      continue
    }
    const cut = path.lastIndexOf('/')
    entriesOf(path.slice(0, Math.max(0, cut))).push(keyEntry(path.slice(cut + 1), false))
  }
  return {
    entries: (folder) => Promise.resolve(folders.get(folder) ?? []),
    whyNameIsLeftOut: () => Promise.resolve(null),
    whyLinkIsLeftOut: () => Promise.resolve(null),
  }
}

function keyEntry(name: string, isFolder: boolean): Entry {
  return { name, isFile: () => !isFolder, isDirectory: () => isFolder, isSymbolicLink: () => false }
}

/** Folders that links may lead to, both real and absolute. */
interface Limits {
  root: string
  linksInto: string | null
}

async function openRoot(root: string): Promise<string> {
  try {
    const real = await realpath(root)
    await readdir(real)
    return real
  } catch (error) {
    throw rootError(root, (error as NodeJS.ErrnoException).code)
  }
}

function rootError(root: string, code: string | undefined): DiscoverError {
  switch (code) {
    case 'ENOENT':
      return new DiscoverError('missing', root, message('folders.missing', { path: root }))
    case 'ENOTDIR':
      return new DiscoverError('not-a-folder', root, message('folders.isAFile', { path: root }))
    default:
      return new DiscoverError(
        'unreadable',
        root,
        message('folders.mayNotBeRead', { path: root, code: code ?? '' }),
      )
  }
}

async function readEntries(root: string, folder: string, leftOut: LeftOut[]): Promise<Dirent[]> {
  try {
    return await readdir(join(root, folder), { withFileTypes: true })
  } catch {
    leftOut.push({ path: `${folder}/`, reason: message('readings.mayNotBeRead') })
    return []
  }
}

/**
 * A name that is not UTF-8 comes with U+FFFD in its place, and no file has that name. A name that reads as a path
 * which leads elsewhere is not followed later, wherever the path comes from.
 */
async function whyNameIsLeftOut(name: string, path: string, { root }: Limits): Promise<Message | null> {
  if (!UNUSUAL.test(name)) {
    return null
  }
  if (name.includes('\uFFFD') && (await lstat(join(root, path)).catch(() => null)) === null) {
    return message('readings.notUtf8')
  }
  return whyOutside(path) === null ? null : message('readings.otherPath')
}

async function whyLinkIsLeftOut(path: string, { root, linksInto }: Limits): Promise<Message | null> {
  try {
    const target = await realpath(join(root, path))
    if (!isInside(root, target) && (linksInto === null || !isInside(linksInto, target))) {
      return message('readings.linkOutside')
    }
    await readdir(target)
    return message('readings.linkToFolder')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') {
      return null
    }
    return message(code === 'ENOENT' ? 'readings.linkToNothing' : 'readings.brokenLink')
  }
}
