import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeDurably, ASIDE_END, replaceFolder, settleReplaced } from '../dataset/atomic'
import { spellBytes } from '../basics/numbers'
import { carriedFiles, fillFromCarried } from './carried'
import { MANIFEST_NAME, sumBytes } from './catalogue'
import type { KnownFile, KnownPack, PackDescriptor } from './catalogue'
import { fetchPack, fillFromParts, knownFiles } from './fetch'
import { hubKey } from './hub'
import { takeLock } from './install-lock'
import { packFolder } from './installed'
import type { PackManifest } from './installed'
import { PackError, writingFailed } from './pack-error'
import { partialBytes, removePartial } from './partial'
import type { HubDigests } from './records'
import type { Network } from './sources'
import { message } from '../messages/message'

export interface InstallOptions {
  packsFolder: string
  /** The archive, the carried pack or a folder, if the user has it; null asks the network. */
  file: string | null
  network: Network
  digests: HubDigests
  /** Bytes fetched and unpacked, and their total. */
  progress(done: number, total: number): void
  /** The host that bytes come from, after redirects. */
  onHost?(host: string): void
  signal: AbortSignal
  /** Opens the model in a folder, in a process that is discarded. @throws if it cannot be used */
  tryOut(folder: string): Promise<void>
  /** Milliseconds before each further attempt to fetch. */
  pauses?: readonly number[]
  /** After this time without a byte, the connection counts as lost. */
  idleMilliseconds?: number
}

/**
 * Fetches a pack or takes the files given, checks and tries them, and only then gives the folder its name. An
 * interrupted download continues.
 * @throws PackError; a pack that was installed before stays as it was
 */
export async function installPack(pack: PackDescriptor, options: InstallOptions): Promise<void> {
  const { packsFolder, file } = options
  await mkdir(packsFolder, { recursive: true }).catch((error: unknown) => {
    throw writingFailed(packsFolder, error)
  })
  const unlock = await takeLock(join(packsFolder, `.${pack.id}.lock`))
  try {
    await removeLeftovers(packsFolder, pack.id)
    await (file === null ? installFetched(pack, options) : installCarried(pack, file, options))
  } finally {
    await unlock()
  }
}

async function installFetched(pack: PackDescriptor, options: InstallOptions): Promise<void> {
  const { packsFolder, progress } = options
  const files = await knownFiles(pack, options)
  const described = { ...pack, files }
  // what comes by itself is linked, not copied
  const toWrite = files.filter(({ from }) => from.kind === 'archive' || from.kind === 'file')
  const fetched = sumBytes(files) - sumBytes(toWrite) + fetchedArchiveBytes(pack)
  const total = fetched + sumBytes(toWrite)
  await checkSpace(packsFolder, total - (await partialBytes(packsFolder, pack)))
  await fetchPack(described, { ...options, progress: (done) => progress(done, total) })
  await checkSpace(packsFolder, sumBytes(toWrite))
  try {
    await place(described, options, (folder) =>
      fillFromParts(described, folder, {
        ...options,
        progress: (done) => progress(fetched + done, total),
      }),
    )
  } catch (error) {
    if (error instanceof PackError && error.code === 'tampered') {
      await removePartial(packsFolder, pack)
    }
    throw error
  }
  await recordDigests(pack, files, options)
  await removePartial(packsFolder, pack)
}

function fetchedArchiveBytes({ archive }: PackDescriptor): number {
  return archive === null || archive.kind === 'file' ? 0 : archive.bytes
}

async function installCarried(pack: PackDescriptor, file: string, options: InstallOptions): Promise<void> {
  const { packsFolder, progress, digests, signal } = options
  const files = await carriedFiles(pack, file, digests)
  const total = sumBytes(files)
  await checkSpace(packsFolder, total)
  await place({ ...pack, files }, options, (folder) =>
    fillFromCarried({ id: pack.id, files, file, folder, signal, progress: (done) => progress(done, total) }),
  )
  await recordDigests(pack, files, options)
}

/** A file of the hub that the catalogue does not pin is held to what was installed first. */
function recordDigests(
  pack: PackDescriptor,
  files: readonly KnownFile[],
  { digests }: InstallOptions,
): Promise<void> {
  const unpinned = new Set(pack.files.filter(({ sha256 }) => sha256 === null).map(({ name }) => name))
  const found = files.flatMap(({ name, from, bytes, sha256 }) =>
    unpinned.has(name) && from.kind === 'hub' ? [[hubKey(from), { bytes, sha256 }] as const] : [],
  )
  return digests.record(new Map(found))
}

async function checkSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < needed) {
    const values = { path: folder, free: spellBytes(free), needed: spellBytes(needed) }
    throw new PackError('no-space', message('packs.noSpace', values))
  }
}

/** Fills a folder beside the pack's, tries it, and puts it in the place of the pack in one step. */
async function place(
  { id, version, files }: KnownPack,
  { packsFolder, signal, tryOut }: InstallOptions,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const staging = await mkdtemp(join(packsFolder, `.staging-${id}-`))
  try {
    await fill(staging)
    await tryOut(staging)
    if (signal.aborted) {
      throw new PackError('cancelled', message('packs.keptForNext'))
    }
    const listed = files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))
    const manifest: PackManifest = { id, version, files: listed }
    await writeDurably(join(staging, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`)
    await syncFolder(staging)
    await replaceFolder(staging, packFolder(packsFolder, id))
    await syncFolder(packsFolder)
  } catch (error) {
    throw error instanceof PackError || isNoFileError(error) ? error : writingFailed(staging, error)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Errors of `tryOut` are rethrown unchanged; they are no file errors. */
function isNoFileError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall === undefined
}

/** Removes the leftovers of a killed installation. A pack that it had moved aside and not replaced is restored. */
async function removeLeftovers(packsFolder: string, id: string): Promise<void> {
  const names = await readdir(packsFolder)
  const staging = names.filter((name) => name.startsWith(`.staging-${id}-`))
  for (const aside of staging.filter((name) => name.endsWith(ASIDE_END))) {
    await settleReplaced(join(packsFolder, aside), packFolder(packsFolder, id))
  }
  const left = [...staging, ...names.filter((name) => name.startsWith(`.removed-${id}-`))]
  await Promise.all(left.map((name) => rm(join(packsFolder, name), { recursive: true, force: true })))
}
