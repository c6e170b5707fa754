import { open, readFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { pack } from 'tar-stream'
import type { Pack } from 'tar-stream'

/** Of a header, and of what a file is filled up to. */
const blockBytes = 512

/** A file on its way into an archive. */
export interface Member {
  name: string
  /** Where it lies now. */
  path: string
  bytes: number
}

/**
 * Samples in order, as many to a shard as fit; one that is larger by itself has a shard of its own.
 * @param maxBytes of a shard, without the two blocks at its end
 */
export function planShards<T extends { members: readonly Member[] }>(
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

function packedBytes({ bytes }: Member): number {
  return blockBytes + Math.ceil(bytes / blockBytes) * blockBytes
}

/** A tar file of the members in order, on the disk when it returns. No date or owner: equal members, equal bytes. */
export async function writeShard(path: string, members: readonly Member[]): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    const tar = pack()
    const results = await Promise.allSettled([feed(tar, members), drain(tar, handle)])
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) {
      throw failed.reason
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function feed(tar: Pack, members: readonly Member[]): Promise<void> {
  try {
    for (const { name, path } of members) {
      await addEntry(tar, name, await readFile(path))
    }
    tar.finalize()
  } catch (error) {
    tar.destroy(error as Error)
    throw error
  }
}

async function drain(tar: Pack, handle: FileHandle): Promise<void> {
  try {
    for await (const chunk of tar) {
      await handle.writeFile(chunk) // goes on where the last one ended
    }
  } catch (error) {
    tar.destroy(error as Error)
    throw error
  }
}

function addEntry(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mtime: new Date(0), mode: 0o644 }, bytes, (error) => {
      if (error) {
        reject(error)
      } else {
        resolve()
      }
    })
  })
}
