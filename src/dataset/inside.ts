import { opendir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, posix, relative, sep } from 'node:path'
import { BucketError } from '../buckets/bucket-error'
import { bucketOf } from '../buckets/buckets-in-use'
import type { BucketFolder } from '../buckets/bucket-folder'
import { MessageError, message } from '../messages/message'
import type { Message, MessageText } from '../messages/message'
import { fileOf, sliceSuffix } from '../domain/slice-path'
import { parentOf } from './parent-of'

/** A path that may not or cannot be followed. */
export class PathError extends MessageError {
  override name = 'PathError'
  constructor(
    readonly code: 'outside-folder' | 'missing' | 'unreadable',
    readonly path: string,
    text: MessageText,
  ) {
    super(text)
  }
}

/**
 * The real absolute path of an image inside a folder, links followed; a slice stays named. Of a folder whose images lie
 * in a bucket, the path of the copy on this disk, as the object is now.
 * @param path relative, with forward slashes
 * @param linksInto another folder, real and absolute, that links may lead into
 * @throws PathError where it leads outside, by `..`, `%2e%2e`, a link, an absolute or a UNC path; BucketError `away`
 */
export async function resolveInside(
  folder: string,
  path: string,
  linksInto: string | null = null,
): Promise<string> {
  const reason = whyOutside(path)
  if (reason !== null) {
    throw new PathError('outside-folder', path, reason)
  }
  const bucket = bucketOf(folder)
  if (bucket !== null) {
    return (await objectIn(bucket, fileOf(path))) + sliceSuffix(path)
  }
  const root = await realOrMissing(folder, path)
  const target = await realOrMissing(join(folder, fileOf(path)), path)
  if (!isInside(root, target) && (linksInto === null || !isInside(linksInto, target))) {
    throw new PathError('outside-folder', path, message('problems.linkOutside', { name: path }))
  }
  return target + sliceSuffix(path)
}

async function objectIn(bucket: BucketFolder, path: string): Promise<string> {
  try {
    return await bucket.fetch(path)
  } catch (error) {
    if (error instanceof BucketError && ['missing', 'refused', 'damaged', 'changed'].includes(error.code)) {
      throw new PathError(error.code === 'missing' ? 'missing' : 'unreadable', path, error.text)
    }
    throw error
  }
}

/** Some milliseconds. */
const ENTRIES_AT_ONCE = 2048
/** Of which it is quick to ask whether they have changed. */
const MOST_KEPT_LISTINGS = 64

/** `resolveInside` for many files: one listing of their folder answers for all plain files in it. */
export class ListedFolder {
  /** Relative paths of plain files, no links, in folders that are no links. */
  private readonly files = new Set<string>()
  /** By relative path: when the folder was changed last, in milliseconds since 1970. */
  private readonly listed = new Map<string, number>()
  /** By relative path: under way, or done. */
  private readonly listings = new Map<string, Promise<void>>()
  private root = ''

  constructor(private readonly folder: string) {}

  /** Without a look at the disk: null where that would be needed. @param path relative, with forward slashes */
  known(path: string): string | null {
    const bucket = bucketOf(this.folder)
    if (bucket !== null) {
      return bucket.expected(path)
    }
    return this.files.has(path) ? this.root + sep + (sep === '/' ? path : path.replaceAll('/', sep)) : null
  }

  /** Forgets what was listed where it has changed since. Returns whether nothing has. */
  async refresh(): Promise<boolean> {
    await Promise.all(this.listings.values())
    let isSame = this.listed.size <= MOST_KEPT_LISTINGS
    for (const [parent, changedAt] of isSame ? this.listed : []) {
      const found = await stat(join(this.folder, parent)).catch(() => null)
      isSame &&= found?.mtimeMs === changedAt
    }
    if (!isSame) {
      this.files.clear()
      this.listed.clear()
      this.listings.clear()
    }
    return isSame
  }

  /** @throws PathError as `resolveInside` */
  async resolve(path: string): Promise<string> {
    await this.look(path)
    return this.known(path) ?? resolveInside(this.folder, path)
  }

  /** Lists the folder of a file, where that was not done yet. */
  async look(path: string): Promise<void> {
    const parent = parentOf(path)
    const listing = this.listings.get(parent) ?? this.list(parent)
    this.listings.set(parent, listing)
    await listing
  }

  /** Where it cannot be listed, or a path is odd, files are resolved one by one. */
  private async list(parent: string): Promise<void> {
    this.listed.set(parent, 0)
    if (posix.join('/', parent) !== `/${parent}` || bucketOf(this.folder) !== null) {
      return
    }
    try {
      this.root = await realpath(this.folder)
      const path = join(this.root, parent)
      if (whyOutside(parent) !== null || (await realpath(path)) !== path) {
        return
      }
      const { mtimeMs } = await stat(path)
      this.listed.set(parent, mtimeMs)
      for await (const entry of await opendir(path, { bufferSize: ENTRIES_AT_ONCE })) {
        const file = parent === '' ? entry.name : `${parent}/${entry.name}`
        if (entry.isFile() && !/[\\%]/.test(entry.name)) {
          this.files.add(file)
        }
      }
    } catch {
      // `resolveInside` says why
    }
  }
}

/** Whether a path is a folder or in it. Both absolute; links are not followed. */
export function isInside(root: string, target: string): boolean {
  const way = relative(root, target)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** The same, and not the folder itself. */
export function isBelow(root: string, target: string): boolean {
  return relative(root, target) !== '' && isInside(root, target)
}

/** Why a relative path cannot be trusted by its text alone; null if it can. */
export function whyOutside(path: string): Message | null {
  const name = path
  const plain = decoded(path).replaceAll('\\', '/')
  if (plain.startsWith('//')) {
    return message('problems.onAnotherMachine', { name })
  }
  if (plain.startsWith('/') || /^[a-z]:/i.test(plain)) {
    return message('problems.absolute', { name })
  }
  if (plain.split('/').includes('..')) {
    return message('problems.leadsOut', { name })
  }
  return plain.includes('\0') ? message('problems.zeroCharacter', { name }) : null
}

/** Percent signs are undone until nothing changes, so that no doubly encoded path gets through. */
function decoded(path: string): string {
  let plain = path
  for (let round = 0; round < 4; round += 1) {
    const next = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    if (next === plain) {
      break
    }
    plain = next
  }
  return plain
}

async function realOrMissing(path: string, shown: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    throw new PathError('missing', shown, message('problems.missing', { name: shown }))
  }
}
