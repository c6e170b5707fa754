import { GrowingFile } from '../new-file'
import { blockBytes, tarEnd, tarFilling, tarHeader } from './tar-header'

/** A file on its way into an archive. */
export interface Member {
  name: string
  bytes: number
  read(): Promise<Uint8Array>
}

/** What an archive has become. */
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
  return blockBytes + Math.ceil(bytes / blockBytes) * blockBytes
}

/** A tar file of the members in order, on the disk when it returns. Equal members, equal bytes. */
export function writeShard(
  path: string,
  members: AsyncIterable<{ name: string; bytes: Uint8Array }>,
): Promise<Packed> {
  return GrowingFile.write(path, async (file) => {
    for await (const { name, bytes } of members) {
      await file.add(tarHeader(name, bytes.length), bytes, tarFilling(bytes.length))
    }
    await file.add(tarEnd)
  })
}
