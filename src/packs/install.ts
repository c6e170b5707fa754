import { mkdir, mkdtemp, readdir, rm, stat, statfs, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolder, writeDurably, ASIDE_END, replaceFolder, settleReplaced } from '../dataset/atomic'
import { spellBytes } from '../domain/numbers'
import type { PackDescriptor, PackManifest } from './catalogue'
import { MANIFEST_NAME, packFolder } from './catalogue'
import { download, requestRefused } from './download'
import { PackError, writingFailed } from './pack-error'
import { registryFor } from './registry'
import { unpack } from './unpack'

export interface InstallOptions {
  packsFolder: string
  /** The archive, if the user has it; null downloads it. */
  file: string | null
  /** Bytes fetched and unpacked, and their total. */
  progress(done: number, total: number): void
  signal: AbortSignal
  /** Opens the model in a folder, in a process that is discarded. @throws if it cannot be used */
  tryOut(folder: string): Promise<void>
  /** Milliseconds before each further attempt to fetch. */
  pauses?: readonly number[]
}

/**
 * Fetches a pack's archive or takes the one given, keeps the files of the pack, checks and tries them, and only then
 * gives the folder its name. An interrupted download continues.
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
    const archive = file ?? (await fetchArchive(pack, options))
    try {
      await install(pack, archive, options)
    } catch (error) {
      if (file === null && error instanceof PackError && error.code === 'tampered') {
        await rm(archive, { force: true })
      }
      throw error
    }
    if (file === null) {
      await rm(archive, { force: true })
    }
  } finally {
    await unlock()
  }
}

/** Bytes on the disk of an interrupted download. */
export async function partialBytes(packsFolder: string, pack: PackDescriptor): Promise<number> {
  try {
    return (await stat(partialPath(packsFolder, pack))).size
  } catch {
    return 0
  }
}

export async function removePartial(packsFolder: string, pack: PackDescriptor): Promise<void> {
  await rm(partialPath(packsFolder, pack), { force: true })
}

function partialPath(packsFolder: string, { id, version }: PackDescriptor): string {
  return join(packsFolder, `.${id}-${version}.tgz.part`)
}

function keptBytes({ files }: PackDescriptor): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

async function fetchArchive(pack: PackDescriptor, options: InstallOptions): Promise<string> {
  const { packsFolder, signal, progress, pauses } = options
  const path = partialPath(packsFolder, pack)
  const { bytes } = pack.source
  const total = bytes + keptBytes(pack)
  await checkSpace(packsFolder, total - (await partialBytes(packsFolder, pack)))
  const url = await archiveUrl(pack, signal)
  await download({
    url,
    path,
    bytes,
    signal,
    progress: (done) => progress(done, total),
    ...(pauses === undefined ? {} : { pauses }),
  })
  return path
}

const packageSchema = z.object({ dist: z.object({ tarball: z.url({ protocol: /^https?$/ }) }) })

/** Address of the tarball from the registry. The files are checked by hash later. */
async function archiveUrl({ source }: PackDescriptor, signal: AbortSignal): Promise<string> {
  if (source.kind === 'url') {
    return source.url
  }
  const url = `${await registryFor(source.name)}${source.name.replace('/', '%2f')}/${source.version}`
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    if (signal.aborted) {
      throw new PackError('cancelled', 'Cancelled.')
    }
    const { message, cause } = error as Error
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
    const advice = 'Check the connection, or give the archive as a file'
    throw new PackError('unreachable', `The registry ${url} cannot be reached (${reason}). ${advice}.`)
  })
  if (!response.ok) {
    throw requestRefused(url, response.status)
  }
  const parsed = packageSchema.safeParse(await response.json().catch(() => null))
  if (!parsed.success) {
    throw new PackError('unreachable', `The registry's answer at ${url} names no tarball.`)
  }
  return parsed.data.dist.tarball
}

async function checkSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < needed) {
    const message = `${folder} has ${spellBytes(free)} free where ${spellBytes(needed)} are needed. Free some and add the model pack again.`
    throw new PackError('no-space', message)
  }
}

async function install(pack: PackDescriptor, archive: string, options: InstallOptions): Promise<void> {
  const { packsFolder, signal, file, progress, tryOut } = options
  const fetched = file === null ? pack.source.bytes : 0
  const total = fetched + keptBytes(pack)
  await checkSpace(packsFolder, keptBytes(pack))
  const staging = await mkdtemp(join(packsFolder, `.staging-${pack.id}-`))
  try {
    await unpack(pack, {
      archive,
      folder: staging,
      signal,
      progress: (done) => progress(fetched + done, total),
    })
    await tryOut(staging)
    if (signal.aborted) {
      throw new PackError('cancelled', 'Cancelled. What has come is kept for the next time.')
    }
    const manifest: PackManifest = { id: pack.id, version: pack.version }
    await writeDurably(join(staging, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`)
    await syncFolder(staging)
    await replaceFolder(staging, packFolder(packsFolder, pack.id))
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

/**
 * Two programs must not add the same pack at once. Returns the function that releases the lock. @throws PackError
 * `busy`
 */
async function takeLock(path: string): Promise<() => Promise<void>> {
  try {
    const handle = await open(path, 'wx')
    await handle.writeFile(String(process.pid))
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw writingFailed(path, error)
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''))
    if (owner > 0 && isRunning(owner)) {
      throw new PackError('busy', `Another program (process ${owner}) is adding this model pack.`)
    }
    // its owner was killed
    await rm(path, { force: true })
    return takeLock(path)
  }
  return () => rm(path, { force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
