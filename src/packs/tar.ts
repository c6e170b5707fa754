import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Extract } from 'tar-stream'
import { TarHeaders } from '../dataset/tar-headers'

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
