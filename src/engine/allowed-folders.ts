import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isBucketAddress } from '../contract/buckets'
import { failWith, ContractError } from '../contract/errors'
import type { Input } from '../contract/define'
import type { EngineCommands, EngineHandlers, FolderListing } from '../contract/engine'
import type { Caller } from '../contract/person'
import { isInside } from '../dataset/inside'
import type { AskPerson } from './engine-options'
import type { OtherFolders } from './supervisor/host-contract'
import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { message, messageTextOf, messageFields } from '../messages/message'

/**
 * The folders that the user chose in a dialog, dropped, named on the command line or opened before. What a page asks for
 * outside of them is asked of the person by the program around the engine, where no page can answer, or is refused.
 */
export class AllowedFolders {
  private readonly roots = new Set<string>()
  private readonly unlisted = new Set<string>()
  /** Addresses in buckets that may be written to, without a slash at their end. */
  private readonly bucketRoots = new Set<string>()

  /** @param ask needed where others are asked about */
  constructor(
    private readonly others: OtherFolders,
    private readonly ask: AskPerson | null,
  ) {}

  /** This folder, or address in a bucket, and all in it. */
  allow(folder: string): void {
    if (isBucketAddress(folder)) {
      this.bucketRoots.add(withoutSlash(folder))
    } else {
      this.roots.add(realPath(folder))
    }
  }

  /** The same of a folder of the program's own, which is not offered for choosing. */
  allowUnlisted(folder: string): void {
    this.unlisted.add(realPath(folder))
  }

  /** Whether there are any folders that may not be used. */
  isLimited(): boolean {
    return this.others !== 'use'
  }

  /** The allowed folders that lie in no other one, for choosing. */
  list(): string[] {
    const roots = [...this.roots]
    return roots
      .filter((folder) => !roots.some((root) => root !== folder && isInside(root, folder)))
      .sort((a, b) => a.localeCompare(b))
  }

  has(path: string): boolean {
    if (!this.isLimited()) {
      return true
    }
    if (isBucketAddress(path)) {
      const address = `${withoutSlash(path)}/`
      return [...this.bucketRoots].some((root) => address.startsWith(`${root}/`))
    }
    const real = realPath(path)
    return [...this.roots, ...this.unlisted].some((root) => isInside(root, real))
  }

  /** @throws ContractError `unavailable` where it may not be used */
  async require(path: string): Promise<void> {
    if (this.has(path)) {
      return
    }
    const absolute = isBucketAddress(path) ? path : resolve(path)
    if (this.others === 'refuse') {
      throw failWith('unavailable', message('folders.notNamed', { path: absolute }))
    }
    if (this.ask === null || !(await this.ask({ kind: 'folder', path: absolute }))) {
      throw failWith('unavailable', message('folders.notChosen', { path: absolute }))
    }
    this.allow(path)
  }
}

/** Keys of objects have no `..`: what begins alike lies in the same place. */
function withoutSlash(address: string): string {
  return address.replace(/^s3:/i, 's3:').replace(/\/+$/, '')
}

/** With links followed as far as the path is there: a target may be made yet. */
function realPath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch {
    const parent = dirname(absolute)
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute))
  }
}

type PathsOf = {
  [N in keyof EngineCommands]?: (input: Input<EngineCommands, N>) => (string | null | undefined)[]
}

/**
 * Commands that name a path on this machine, and the paths. `export.stopped` is not among them: it is asked for while a
 * path is typed, and tells only how many pairs a stopped export of ours has there.
 */
const PATHS: PathsOf = {
  'project.inspect': ({ folder }) => [folder],
  'project.open': ({ folder }) => [folder],
  'project.saveCopy': ({ into }) => [into],
  'folders.list': ({ folder }) => [folder],
  'backups.list': ({ folder }) => [folder],
  'backups.restore': ({ folder }) => [folder],
  'export.start': ({ out }) => [out],
  'export.discard': ({ out }) => [out],
  // a bucket is read as one that is opened: its server has to be one that the person named
  'import.start': ({ source, into, imageFolder }) => [
    isBucketAddress(source) ? null : source,
    into,
    imageFolder,
  ],
  'predictions.plan': ({ source, imageList, listFile }) => [source, imageList, listFile],
  'predictions.start': ({ source, imageList, listFile }) => [source, imageList, listFile],
  'models.import': ({ folder }) => [folder],
  'models.export': ({ out }) => [out],
  'packs.add': ({ file }) => [file],
  'packs.carry': ({ out }) => [out],
  'packs.inspect': ({ file }) => [file],
}

/** The same handlers, which use no path that the user did not choose or allow. */
export function refusedOutside(handlers: EngineHandlers, allowed: AllowedFolders): EngineHandlers {
  const guarded = Object.entries(PATHS).map(([command, pathsOf]) => {
    const handler = handlers[command as keyof EngineCommands] as (input: unknown, caller: Caller) => unknown
    const paths = pathsOf as (input: unknown) => (string | null | undefined)[]
    return [
      command,
      (input: unknown, caller: Caller) => {
        const named = paths(input).filter((path) => path != null)
        // at once where nobody is asked: commands keep their order
        return named.every((path) => allowed.has(path))
          ? handler(input, caller)
          : requireAll(named, allowed).then(() => handler(input, caller))
      },
    ] as const
  })
  return { ...handlers, ...(Object.fromEntries(guarded) as Partial<EngineHandlers>) }
}

/** One question after the other. @throws ContractError `unavailable` */
async function requireAll(paths: readonly string[], allowed: AllowedFolders): Promise<void> {
  for (const path of paths) {
    await allowed.require(path)
  }
}

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
    const text = message('folders.cannotBeListed', { path: absolute, reason: messageTextOf(error) })
    throw new ContractError({ code: 'folder-unreadable', path: absolute, ...messageFields(text) })
  }
}
