import { basename, join } from 'node:path'
import { accountOf, loadImages } from './images'
import { encodeMask } from './mask'
import { planShards } from './shards'
import type { Member } from './shards'
import { splitNames } from './split'
import type { SplitName } from './split'
import type { PlannedPair, WrittenPair } from './format'
import type { OutputFolder } from './output'

/** What formats have in common whose images lie inside archives: each file waits on the disk for its shard. */

const waiting = '.waiting'

const maxShardBytes = 2 ** 29

export interface PackedSample {
  entry: WrittenPair
  /** Before, after, mask, and the record where there is one. */
  members: Member[]
}

export interface ShardKind {
  /** A JSON file a pair lies beside its images. */
  hasRecords: boolean
  pathOf(split: SplitName, index: number, count: number): string
  /** The file is on the disk when it returns. */
  write(path: string, samples: readonly PackedSample[], stopIfCancelled: () => void): Promise<void>
  /** Where the files of a pair lie in its shard. */
  within(entry: WrittenPair, shard: string): Pick<WrittenPair, 'before' | 'after' | 'label'>
}

/** @param record a file more for the shard, JSON */
export async function writeWaiting(
  output: OutputFolder,
  pair: PlannedPair,
  record: string | null,
): Promise<WrittenPair> {
  const images = await loadImages(pair.item, 'any')
  const stem = `${waiting}/${String(pair.number).padStart(6, '0')}`
  const before = `${stem}.before.${images.before.extension}`
  const after = `${stem}.after.${images.after.extension}`
  const label = `${stem}.mask.png`
  const mask = await encodeMask(pair)
  await output.scratchImage(before, images.before)
  await output.scratchImage(after, images.after)
  await output.writeScratch(label, mask)
  if (record !== null) {
    await output.writeScratch(recordPath(before), record)
  }
  return { pair, before, after, label, ...accountOf(images) }
}

/** Files go into their shards one shard after the other, so that never more than one lies there twice. */
export async function settleInShards(
  output: OutputFolder,
  written: readonly WrittenPair[],
  kind: ShardKind,
  stopIfCancelled: () => void,
): Promise<WrittenPair[]> {
  const packed = new Map<PlannedPair, WrittenPair>()
  for (const split of splitNames) {
    const samples = written
      .filter(({ pair }) => pair.split === split)
      .map((entry) => ({ entry, members: membersOf(output, entry, kind.hasRecords) }))
    const shards = planShards(samples, maxShardBytes)
    for (const [index, chosen] of shards.entries()) {
      stopIfCancelled()
      const shard = kind.pathOf(split, index, shards.length)
      const files = chosen.flatMap(({ entry }) => filesOf(entry, kind.hasRecords))
      await output.archive(shard, files, (path) => kind.write(path, chosen, stopIfCancelled))
      for (const { entry } of chosen) {
        packed.set(entry.pair, { ...entry, ...kind.within(entry, shard) })
      }
    }
  }
  await output.remove(waiting)
  return written.map(({ pair }) => packed.get(pair)!)
}

function filesOf({ before, after, label }: WrittenPair, hasRecords: boolean): string[] {
  return [before, after, label!, ...(hasRecords ? [recordPath(before)] : [])]
}

function membersOf(output: OutputFolder, entry: WrittenPair, hasRecords: boolean): Member[] {
  return filesOf(entry, hasRecords).map((path) => ({
    name: basename(path),
    path: join(output.root, path),
    bytes: output.fileAt(path).bytes,
  }))
}

function recordPath(before: string): string {
  return before.replace(/\.before\.[^.]*$/, '.json')
}
