import { basename } from 'node:path'
import { readImageFile } from '../../images/file'
import { accountOf, loadImages } from './images'
import { encodeMask } from './thread-helper'
import { planShards } from './shards'
import type { Member, Packed } from './shards'
import { SPLIT_NAMES } from './assign-splits'
import type { SplitName } from './assign-splits'
import type { PlannedPair, WrittenPair } from './export-pair'
import type { OutputFolder } from './output'

/**
 * Common to formats whose images lie inside archives. Each pair is read twice: first to find which pairs can be
 * written and how many archives there are, then to put it into its archive. Only converted images wait on the disk.
 */

const WAITING = '.waiting'

const MAX_SHARD_BYTES = 2 ** 29

/** Samples that are read ahead while others are written; the second if they are large. */
const [readAhead, fewAhead] = [6, 1]
const LARGE_BYTES = 2 ** 24

export interface PackedSample {
  entry: WrittenPair
  /** Before, after, mask, and the record where there is one. */
  members: Member[]
}

/** Bytes of one sample, its members in their order. */
export interface ReadSample {
  entry: WrittenPair
  members: { name: string; bytes: Uint8Array }[]
}

export interface ShardKind {
  /** A JSON file that lies beside the images of a pair. */
  record: ((pair: PlannedPair) => string) | null
  pathOf(split: SplitName, index: number, count: number): string
  /** The file is on the disk when it returns. */
  write(path: string, samples: AsyncIterable<ReadSample>): Promise<Packed>
  /** Where the files of a pair lie in its shard. */
  within(entry: WrittenPair, shard: string): Pick<WrittenPair, 'before' | 'after' | 'label'>
}

/** What a writer has by which its pairs come into shards. */
interface InShards {
  isPacked: true
  writePair(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair>
  settle(
    output: OutputFolder,
    written: readonly WrittenPair[],
    stopIfCancelled: () => void,
  ): Promise<WrittenPair[]>
}

export function inShards(kind: ShardKind): InShards {
  return {
    isPacked: true,
    writePair: (output, pair) => prefetch(output, pair, kind),
    settle: (output, written, stopIfCancelled) => settleInShards(output, written, kind, stopIfCancelled),
  }
}

/** Reads a pair to find the content that its archive will have. */
async function prefetch(
  output: OutputFolder,
  pair: PlannedPair,
  { record }: Pick<ShardKind, 'record'>,
): Promise<WrittenPair> {
  const images = await loadImages(pair.item, 'any')
  const stem = `${WAITING}/${String(pair.number).padStart(6, '0')}`
  const before = `${stem}.before.${images.before.extension}`
  const after = `${stem}.after.${images.after.extension}`
  const label = `${stem}.mask.png`
  const mask = await encodeMask(output.helper, pair)
  await output.holdImage(before, images.before)
  await output.holdImage(after, images.after)
  output.hold(label, mask)
  if (record !== null) {
    output.hold(recordPath(before), record(pair))
  }
  return { pair, before, after, label, ...accountOf(images) }
}

/** One shard after the other, so that at most one is on the disk twice. */
async function settleInShards(
  output: OutputFolder,
  written: readonly WrittenPair[],
  kind: ShardKind,
  stopIfCancelled: () => void,
): Promise<WrittenPair[]> {
  const packed = new Map<PlannedPair, WrittenPair>()
  for (const split of SPLIT_NAMES) {
    const samples = written
      .filter(({ pair }) => pair.split === split)
      .map((entry) => ({ entry, members: membersOf(output, entry, kind) }))
    const shards = planShards(samples, MAX_SHARD_BYTES)
    for (const [index, chosen] of shards.entries()) {
      stopIfCancelled()
      const shard = kind.pathOf(split, index, shards.length)
      const files = chosen.flatMap(({ entry }) => pathsOf(entry, kind))
      await output.archive(shard, files, (path) => kind.write(path, readSamples(chosen, stopIfCancelled)))
      for (const { entry } of chosen) {
        packed.set(entry.pair, { ...entry, ...kind.within(entry, shard) })
      }
    }
  }
  await output.remove(WAITING)
  return written.map(({ pair }) => packed.get(pair)!)
}

function readSamples(
  samples: readonly PackedSample[],
  stopIfCancelled: () => void,
): AsyncGenerator<ReadSample> {
  const isLarge = samples.some(({ members }) => members.some(({ bytes }) => bytes > LARGE_BYTES))
  return madeAhead(samples, isLarge ? fewAhead : readAhead, async ({ entry, members }) => {
    stopIfCancelled()
    const read = await Promise.all(
      members.map(async (member) => ({ name: member.name, bytes: await member.read() })),
    )
    return { entry, members: read }
  })
}

function pathsOf({ before, after, label }: WrittenPair, { record }: Pick<ShardKind, 'record'>): string[] {
  return [before, after, label!, ...(record === null ? [] : [recordPath(before)])]
}

function membersOf(output: OutputFolder, entry: WrittenPair, kind: ShardKind): Member[] {
  const { pair, before, after, label } = entry
  const { item } = pair
  const member = (path: string, read: () => Promise<Uint8Array>): Member => ({
    name: basename(path),
    bytes: output.fileAt(path).bytes,
    read,
  })
  const { record } = kind
  return [
    member(before, () => output.heldImage(before, () => readImageFile(item.beforePath), item.beforePath)),
    member(after, () => output.heldImage(after, () => readImageFile(item.afterPath), item.afterPath)),
    member(label!, () => output.takeHeld(label!, () => encodeMask(output.helper, pair))),
    ...(record === null
      ? []
      : [
          member(recordPath(before), () =>
            output.takeHeld(recordPath(before), () => Promise.resolve(Buffer.from(record(pair)))),
          ),
        ]),
  ]
}

function recordPath(before: string): string {
  return before.replace(/\.before\.[^.]*$/, '.json')
}

/**
 * Results in the order of `list`; a few are made ahead while one is used.
 * @param make not called any more after it, or the consumer, has failed
 */
async function* madeAhead<T, R>(
  list: Iterable<T>,
  ahead: number,
  make: (one: T) => Promise<R>,
): AsyncGenerator<R> {
  const queue: Promise<R>[] = []
  try {
    for (const one of list) {
      const made = make(one)
      made.catch(() => {}) // heard of when its turn comes
      queue.push(made)
      if (queue.length > ahead) {
        yield await queue.shift()!
      }
    }
    while (queue.length > 0) {
      yield await queue.shift()!
    }
  } finally {
    await Promise.allSettled(queue)
  }
}
