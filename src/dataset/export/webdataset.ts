import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sortNaturally } from '../natural'
import { allCaptions } from './content'
import { countConverted, loadImages } from './images'
import { encodeMask } from './mask'
import { planShards, writeShard } from './shards'
import type { Member } from './shards'
import { splitNames } from './split'
import type { Format, PlannedPair, WrittenPair } from './format'
import type { OutputFolder } from './output'
import { recordOf } from './record'

/** Files wait here for their shard. */
const waiting = '.waiting'

const maxShardBytes = 2 ** 29

interface Sample {
  entry: WrittenPair
  members: Member[]
}

/**
 * WebDataset: tar files in which the files of a sample are neighbours and share their name up to the first
 * dot, so that it is a number here. Source: webdataset's documentation, and torchdata's of its reader.
 */
export const webDataset: Format = {
  isPacked: true,
  description:
    'WebDataset: `SPLIT-000000.tar` and so on, each up to 512 MB unless one sample is larger. A sample is ' +
    '`ID.before.*`, `ID.after.*`, `ID.mask.png` (one channel, 255 where something changed in the after ' +
    'image) and `ID.json` with `key`, `split`, `width`, `height`, `captions`, `caption_origins`, `state`, ' +
    '`proposed_by` and `regions`: category, box, compressed COCO run lengths in the after image and, where ' +
    'the thing was elsewhere before, in the before image. `shards.jsonl` counts the samples of each shard.',
  carries: { masks: 'regions', categories: 'all', beforeMasks: 'masks', details: true, captions: 'all' },
  sentences: allCaptions,
  async writePair(output, pair) {
    const images = await loadImages(pair.item, 'any')
    const stem = `${waiting}/${String(pair.number).padStart(6, '0')}`
    const before = `${stem}.before.${images.before.extension}`
    const after = `${stem}.after.${images.after.extension}`
    const label = `${stem}.mask.png`
    const mask = await encodeMask(pair)
    await output.writeScratch(before, images.before.bytes)
    await output.writeScratch(after, images.after.bytes)
    await output.writeScratch(label, mask)
    await output.writeScratch(`${stem}.json`, `${JSON.stringify(recordOf(pair))}\n`)
    return { pair, before, after, label, convertedImages: countConverted(images) }
  },
  settle,
  async writeLists(output, written) {
    const counts = new Map<string, number>()
    for (const { before } of written) {
      counts.set(dirname(before), (counts.get(dirname(before)) ?? 0) + 1)
    }
    const rows = sortNaturally([...counts], ([shard]) => shard).map(
      ([shard, samples]) => `${JSON.stringify({ shard, samples })}\n`,
    )
    await output.write('shards.jsonl', rows.join(''))
  },
  notices: () => [],
}

/** Paths become `SHARD/NAME`. */
async function settle(
  output: OutputFolder,
  written: readonly WrittenPair[],
  stopIfCancelled: () => void,
): Promise<WrittenPair[]> {
  const packed = new Map<PlannedPair, WrittenPair>()
  for (const split of splitNames) {
    const entries = written.filter(({ pair }) => pair.split === split)
    const samples: Sample[] = []
    for (const entry of entries) {
      samples.push({ entry, members: await membersOf(output.root, entry) })
    }
    for (const [index, chosen] of planShards(samples, maxShardBytes).entries()) {
      stopIfCancelled()
      const shard = `${split}-${String(index).padStart(6, '0')}.tar`
      const members = chosen.flatMap((sample) => sample.members)
      await writeShard(join(output.root, shard), members)
      await output.adopt(shard)
      for (const { name } of members) {
        await output.remove(`${waiting}/${name}`) // so that the export never takes more than a shard's room twice
      }
      for (const { entry } of chosen) {
        packed.set(entry.pair, inShard(entry, shard))
      }
    }
  }
  await output.remove(waiting)
  return written.map(({ pair }) => packed.get(pair)!)
}

async function membersOf(folder: string, { before, after, label }: WrittenPair): Promise<Member[]> {
  const record = before.replace(/\.before\.[^.]*$/, '.json')
  const paths = [before, after, label!, record].map((path) => join(folder, path))
  return Promise.all(
    paths.map(async (path) => ({ name: basename(path), path, bytes: (await stat(path)).size })),
  )
}

function inShard(entry: WrittenPair, shard: string): WrittenPair {
  const within = (path: string): string => `${shard}/${basename(path)}`
  return { ...entry, before: within(entry.before), after: within(entry.after), label: within(entry.label!) }
}
