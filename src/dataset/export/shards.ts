import { pack } from 'tar-stream'
import type { Pack } from 'tar-stream'
import { GrowingFile } from '../files'

/** Bytes of a header; files are padded to a multiple of it. Source: POSIX.1-1988, ustar. */
const BLOCK_BYTES = 512

/** No date or owner, so that equal files have equal archives. */
const noOrigin = { mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 }

/** A file to be put into an archive. */
export interface Member {
  name: string
  bytes: number
  read(): Promise<Uint8Array>
}

/** Hash and size of a written archive. */
export interface Packed {
  sha256: string
  bytes: number
}

/**
 * Samples in order, as many to a shard as fit; one that is larger by itself has a shard of its own.
 * @param maxBytes of a shard, without the two blocks at its end
 */
export function planShards<T extends { members: readonly Pick<Member, 'bytes'>[] }>(
  samples: readonly T[],
  maxBytes: number,
): T[][] {
  const shards: T[][] = []
  let room = 0
  for (const sample of samples) {
    const bytes = sample.members.reduce((sum, member) => sum + packedBytes(member), 0)
    if (shards.length === 0 || bytes > room) {
      shards.push([])
      room = maxBytes
    }
    shards.at(-1)!.push(sample)
    room -= bytes
  }
  return shards
}

function packedBytes({ bytes }: Pick<Member, 'bytes'>): number {
  return BLOCK_BYTES + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
}

/** A tar file of the members in order, on the disk when it returns. Equal members give equal bytes. */
export function writeShard(
  path: string,
  members: AsyncIterable<{ name: string; bytes: Uint8Array }>,
): Promise<Packed> {
  return GrowingFile.write(path, async (file) => {
    const archive = pack()
    const fill = async (): Promise<void> => {
      try {
        for await (const { name, bytes } of members) {
          await addEntry(archive, name, bytes)
        }
        archive.finalize()
      } catch (error) {
        archive.destroy(error as Error)
      }
    }
    const filled = fill()
    try {
      for await (const piece of archive) {
        await file.add(piece)
      }
    } finally {
      archive.destroy()
      await filled
    }
  })
}

function addEntry(archive: Pack, name: string, { buffer, byteOffset, length }: Uint8Array): Promise<void> {
  const bytes = Buffer.from(buffer, byteOffset, length)
  return new Promise((resolve, reject) => {
    archive.entry({ name, size: length, ...noOrigin }, bytes, (error) => {
      if (error) {
        reject(error)
      } else {
        resolve()
      }
    })
  })
}
