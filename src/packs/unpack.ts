import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { TarHeaders } from '../dataset/tar-headers'
import type { PackDescriptor, PackFile } from './catalogue'
import { PackError, writingFailed } from './pack-error'

export interface UnpackOptions {
  archive: string
  /** Exists and is empty. */
  folder: string
  progress(done: number): void
  signal: AbortSignal
}

/** An archive that unpacks to more than this is not one of ours. */
const MOST_BYTES = 4 * 2 ** 30

/**
 * Writes the kept files of a gzipped tar, each checked against its length and SHA-256; all others are passed
 * over. @throws PackError; what was written of the folder is then of no use
 */
export async function unpack(pack: PackDescriptor, options: UnpackOptions): Promise<void> {
  const { archive, signal, folder, progress } = options
  const missing = new Map(pack.files.map((file) => [file.archivePath, file]))
  const tar = extract()
  const reading = pipeline(createReadStream(archive), createGunzip(), new TarHeaders(), tar, { signal })
  let isEnough = false
  const failed = reading.catch((error: unknown) => {
    if (!isEnough) {
      tar.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  })
  let [kept, seen] = [0, 0]
  try {
    for await (const entry of tar) {
      const { name, size = 0, type } = entry.header
      seen += size
      if (seen > MOST_BYTES) {
        throw new PackError('tampered', `${archive} unpacks to more than ${MOST_BYTES} bytes.`)
      }
      const file = type === 'file' ? missing.get(name) : undefined
      if (file === undefined) {
        entry.resume()
        continue
      }
      checkLength(archive, file, size)
      const before = kept
      await keep(entry, file, folder, (done) => progress(before + done))
      kept += size
      missing.delete(name)
      if (missing.size === 0) {
        isEnough = true
        break
      }
    }
  } catch (error) {
    throw asPackError(error, archive, signal)
  } finally {
    tar.destroy()
    await failed
  }
  if (missing.size > 0) {
    throw new PackError('tampered', `${archive} does not hold ${[...missing.keys()].join(', ')}.`)
  }
}

function checkLength(archive: string, { archivePath, bytes }: PackFile, size: number): void {
  if (size !== bytes) {
    const message = `${archivePath} in ${archive} has ${size} bytes where ${bytes} are expected. Nothing was installed.`
    throw new PackError('tampered', message)
  }
}

async function keep(
  entry: AsyncIterable<Uint8Array>,
  file: PackFile,
  folder: string,
  progress: (done: number) => void,
): Promise<void> {
  const path = join(folder, file.name)
  const hash = createHash('sha256')
  const handle = await open(path, 'wx').catch((error: unknown) => {
    throw writingFailed(path, error)
  })
  let done = 0
  try {
    for await (const chunk of entry) {
      hash.update(chunk)
      await handle.writeFile(chunk).catch((error: unknown) => {
        throw writingFailed(path, error)
      })
      done += chunk.length
      progress(done)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  const found = hash.digest('hex')
  if (found !== file.sha256) {
    throw new PackError(
      'tampered',
      `${file.archivePath} is not the file that was announced (SHA-256 ${found.slice(0, 12)}… where ${file.sha256.slice(0, 12)}… is expected). Nothing was installed.`,
    )
  }
}

function asPackError(error: unknown, archive: string, signal: AbortSignal): PackError {
  if (signal.aborted) {
    return new PackError('cancelled', 'Cancelled. What has come is kept for the next time.')
  }
  if (error instanceof PackError) {
    return error
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return new PackError('bad-file', `${archive} cannot be read: ${message}.`)
  }
  return new PackError('tampered', `${archive} is not a whole archive: ${message}. Nothing was installed.`)
}
