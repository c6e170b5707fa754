import { createReadStream } from 'node:fs'
import { copyFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownFile, KnownPack, PackDescriptor } from './catalogue'
import { download } from './download'
import { digestOfHubFile } from './hub'
import { sizeOf } from './installed'
import { PackError, writingFailed } from './pack-error'
import { archivePart, filePart } from './partial'
import type { HubDigests } from './records'
import { archiveAddress, fileAddress } from './sources'
import type { Network } from './sources'
import { keepFile, unpack } from './unpack'
import { message, messageTextOf } from '../messages/message'

interface FetchOptions {
  packsFolder: string
  network: Network
  digests: HubDigests
  onHost?(host: string): void
  signal: AbortSignal
  pauses?: readonly number[]
  idleMilliseconds?: number
}

/** The pack's files with their digests. Asks the hub about those that the catalogue does not pin. @throws PackError */
export async function knownFiles(pack: PackDescriptor, options: FetchOptions): Promise<KnownFile[]> {
  const known: KnownFile[] = []
  for (const file of pack.files) {
    const { from, sha256 } = file
    if (sha256 !== null) {
      known.push({ ...file, sha256 })
    } else if (from.kind === 'hub') {
      known.push({ ...file, ...(await digestOfHubFile(file, from, options)) })
    }
  }
  return known
}

/**
 * Downloads the archive and all files that come by themselves, each after what an earlier attempt left of it.
 * @param options.progress gets the bytes of all downloads
 * @throws PackError; what has come is kept
 */
export async function fetchPack(
  pack: KnownPack,
  options: FetchOptions & { progress(done: number): void },
): Promise<void> {
  const { packsFolder, network, signal, progress, pauses, idleMilliseconds, onHost } = options
  const common = {
    client: network.client,
    signal,
    ...(onHost === undefined ? {} : { onHost }),
    ...(pauses === undefined ? {} : { pauses }),
    ...(idleMilliseconds === undefined ? {} : { idleMilliseconds }),
  }
  let before = 0
  const { archive } = pack
  if (archive !== null && archive.kind !== 'file') {
    const path = archivePart(packsFolder, pack)
    const { bytes } = archive
    if ((await sizeOf(path)) !== bytes) {
      const url = await archiveAddress(archive, network, signal)
      await download({ ...common, url, path, bytes, sha256: null, name: archiveName(url), progress })
    }
    before = bytes
    progress(before)
  }
  for (const file of pack.files) {
    const url = fileAddress(file, network.settings)
    if (url !== null) {
      const { name, bytes, sha256 } = file
      const path = filePart(packsFolder, pack, file)
      const start = before
      await download({
        ...common,
        url,
        path,
        bytes,
        sha256,
        name,
        progress: (done) => progress(start + done),
      })
      before += bytes
      progress(before)
    }
  }
}

function archiveName(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? url
}

/** Puts what was fetched, and files of this machine, into the folder. @throws PackError */
export async function fillFromParts(
  pack: KnownPack,
  folder: string,
  options: Pick<FetchOptions, 'packsFolder' | 'signal'> & { progress(done: number): void },
): Promise<void> {
  const { packsFolder, signal, progress } = options
  const { archive, files } = pack
  let before = 0
  if (archive !== null) {
    const members = new Map(
      files.flatMap((file) => (file.from.kind === 'archive' ? [[file.from.path, file] as const] : [])),
    )
    const path = archive.kind === 'file' ? archive.path : archivePart(packsFolder, pack)
    await unpack({ archive: path, members, folder, signal, progress })
    before = [...members.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }
  for (const file of files) {
    if (file.from.kind === 'file') {
      const start = before
      await keepLocal(file.from.path, file, { folder, signal, progress: (done) => progress(start + done) })
      before += file.bytes
    } else if (file.from.kind !== 'archive') {
      await linkOrCopy(filePart(packsFolder, pack, file), join(folder, file.name))
    }
  }
}

/** A copy of a file of this machine, checked while it is read. @throws PackError */
export async function keepLocal(
  path: string,
  file: KnownFile,
  options: { folder: string; signal: AbortSignal; progress(done: number): void },
): Promise<void> {
  const { folder, signal, progress } = options
  try {
    const chunks = createReadStream(path, { signal }) as AsyncIterable<Uint8Array>
    await keepFile(chunks, { file, folder, name: path, progress })
  } catch (error) {
    if (signal.aborted) {
      throw new PackError('cancelled', message('engine.cancelled'))
    }
    throw error instanceof PackError
      ? error
      : new PackError('bad-file', message('packs.cannotBeRead', { path, reason: messageTextOf(error) }))
  }
}

/** The part stays until the pack is in its place. Some drives know no links. */
async function linkOrCopy(path: string, target: string): Promise<void> {
  try {
    await link(path, target)
  } catch {
    await copyFile(path, target).catch((error: unknown) => {
      throw writingFailed(target, error)
    })
  }
}
