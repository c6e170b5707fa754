import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { wrongDigest, PackError, writingFailed } from './pack-error'
import { sumBytes } from './catalogue'
import type { KnownFile } from './catalogue'
import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Extract } from 'tar-stream'
import { TarHeaders } from '../dataset/tar-headers'
import { message, messageTextOf } from '../messages/message'
import type { MessageText } from '../messages/message'

export interface UnpackOptions {
  /** A tar, gzipped or not. */
  archive: string
  /** Files that are kept, by their path in the archive. Several paths may stand for one file. */
  members: ReadonlyMap<string, KnownFile>
  /** Exists and is empty. */
  folder: string
  progress(done: number): void
  signal: AbortSignal
}

/** Of an archive beyond the files that are kept: one that unpacks to more is not one of ours. */
const MOST_OTHER_BYTES = 4 * 2 ** 30

/**
 * Writes the kept files of a tar, each checked against its length and SHA-256; all others are passed over.
 * @throws PackError; what was written of the folder is then of no use
 */
export async function unpack({ archive, members, signal, folder, progress }: UnpackOptions): Promise<void> {
  const missing = new Set(members.values())
  const most = sumBytes([...missing]) + MOST_OTHER_BYTES
  const tar = await openTar(archive, signal)
  let [kept, seen] = [0, 0]
  try {
    for await (const entry of tar.entries) {
      const { name, size = 0, type } = entry.header
      seen += size
      if (seen > most) {
        throw new PackError('tampered', message('packs.unpacksTo', { path: archive, bytes: most }))
      }
      const file = type === 'file' ? members.get(name.replace(/^\.\//, '')) : undefined
      if (file === undefined || !missing.has(file)) {
        entry.resume()
        continue
      }
      checkLength(message('packs.in', { name, path: archive }), file, size)
      const before = kept
      await keepFile(entry, { file, folder, name, progress: (done) => progress(before + done) })
      kept += size
      missing.delete(file)
      if (missing.size === 0) {
        break
      }
    }
  } catch (error) {
    throw asPackError(error, archive, signal)
  } finally {
    await tar.end()
  }
  if (missing.size > 0) {
    const paths = [...missing].map(({ from, name }) => (from.kind === 'archive' ? from.path : name))
    throw new PackError('tampered', message('packs.lacks', { path: archive, names: paths.join(', ') }))
  }
}

/** @param what begins the sentence: a file. @throws PackError */
export function checkLength(what: MessageText, { bytes }: KnownFile, size: number): void {
  if (size !== bytes) {
    throw new PackError('tampered', message('packs.lengthDiffers', { name: what, length: size, bytes }))
  }
}

interface KeepOptions {
  file: KnownFile
  folder: string
  /** What the file is called in messages. */
  name: string
  progress(done: number): void
}

/** Writes a file of a pack into the pack's folder, checked while it comes. @throws PackError */
export async function keepFile(
  chunks: AsyncIterable<Uint8Array>,
  { file, folder, name, progress }: KeepOptions,
): Promise<void> {
  const path = join(folder, file.name)
  const hash = createHash('sha256')
  const handle = await open(path, 'wx').catch((error: unknown) => {
    throw writingFailed(path, error)
  })
  let done = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      done += chunk.length
      if (done > file.bytes) {
        checkLength(name, file, done)
      }
      await handle.writeFile(chunk).catch((error: unknown) => {
        throw writingFailed(path, error)
      })
      progress(done)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  checkLength(name, file, done)
  const found = hash.digest('hex')
  if (found !== file.sha256) {
    throw wrongDigest(name, found, file.sha256)
  }
}

function asPackError(error: unknown, archive: string, signal: AbortSignal): PackError {
  if (signal.aborted) {
    return new PackError('cancelled', message('packs.keptForNext'))
  }
  if (error instanceof PackError) {
    return error
  }
  const { code } = error as NodeJS.ErrnoException
  const values = { path: archive, reason: messageTextOf(error) }
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return new PackError('bad-file', message('packs.cannotBeRead', values))
  }
  return new PackError('tampered', message('packs.notWhole', values))
}

export interface OpenTar {
  /** Each entry must be read to its end, or resumed. Fails where the file is no whole tar. */
  entries: Extract
  /** Also before the last entry. */
  end(): Promise<void>
}

/** Reads a tar, gzipped or not. */
export async function openTar(path: string, signal: AbortSignal): Promise<OpenTar> {
  const unzip = (await isGzipped(path)) ? createGunzip() : new PassThrough()
  const entries = extract()
  let isEnough = false
  const reading = pipeline(createReadStream(path), unzip, new TarHeaders(), entries, { signal })
  const failed = reading.catch((error: unknown) => {
    if (!isEnough) {
      entries.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  })
  return {
    entries,
    async end() {
      isEnough = true
      entries.destroy()
      await failed
    },
  }
}

/** A file that cannot be read counts as not gzipped: reading it says why. */
async function isGzipped(path: string): Promise<boolean> {
  const handle = await open(path, 'r').catch(() => null)
  if (handle === null) {
    return false
  }
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } catch {
    return false
  } finally {
    await handle.close()
  }
}
