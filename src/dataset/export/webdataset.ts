import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Region } from '../../domain/region'
import { boundingBox } from '../../mask/geometry'
import { sortNaturally } from '../natural'
import { countConverted, loadImages } from './images'
import { encodeMask } from './mask'
import { planShards, writeShard } from './shards'
import type { Member } from './shards'
import { splitNames } from './split'
import { writeBelow } from './format'
import type { Format, PlannedPair, WrittenPair } from './format'

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
    'image) and `ID.json` with `key`, `split`, `width`, `height`, `captions` and `regions`: category, box, ' +
    'compressed COCO run lengths in the after image and, where the thing was elsewhere before, in the ' +
    'before image. `shards.jsonl` counts the samples of each shard. Deltascribe does not open shards.',
  countCaptions: ({ content }) => content.captions.length,
  async writePair(folder, pair) {
    const images = await loadImages(pair.item, 'any')
    const stem = `${waiting}/${String(pair.number).padStart(6, '0')}`
    const before = `${stem}.before.${images.before.extension}`
    const after = `${stem}.after.${images.after.extension}`
    const label = `${stem}.mask.png`
    const mask = await encodeMask(pair)
    await writeLoose(folder, before, images.before.bytes)
    await writeLoose(folder, after, images.after.bytes)
    await writeLoose(folder, label, mask)
    await writeLoose(folder, `${stem}.json`, `${JSON.stringify(recordOf(pair))}\n`)
    return { pair, before, after, label, convertedImages: countConverted(images) }
  },
  settle,
  async writeLists(folder, written) {
    const counts = new Map<string, number>()
    for (const { before } of written) {
      counts.set(dirname(before), (counts.get(dirname(before)) ?? 0) + 1)
    }
    const rows = sortNaturally([...counts], ([shard]) => shard).map(
      ([shard, samples]) => `${JSON.stringify({ shard, samples })}\n`,
    )
    await writeBelow(folder, 'shards.jsonl', rows.join(''))
  },
  notices: () => [],
}

/** Not yet on the disk for good, unlike `writeBelow`: the shard will be. */
async function writeLoose(folder: string, path: string, bytes: Buffer | string): Promise<void> {
  await mkdir(join(folder, waiting), { recursive: true })
  await writeFile(join(folder, path), bytes)
}

function recordOf({ item, content, split }: PlannedPair): object {
  return {
    key: item.key,
    split,
    width: item.width,
    height: item.height,
    captions: content.captions.map(({ text }) => text),
    regions: content.regions.map(regionRecord),
  }
}

function regionRecord({ category, mask, beforeMask }: Region): object {
  const before = beforeMask === null ? {} : { before_segmentation: beforeMask }
  return { category, bbox: boundingBox(mask), segmentation: mask, ...before }
}

/** Paths become `SHARD/NAME`. */
async function settle(
  folder: string,
  written: readonly WrittenPair[],
  stopIfCancelled: () => void,
): Promise<WrittenPair[]> {
  const packed = new Map<PlannedPair, WrittenPair>()
  for (const split of splitNames) {
    const entries = written.filter(({ pair }) => pair.split === split)
    const samples: Sample[] = []
    for (const entry of entries) {
      samples.push({ entry, members: await membersOf(folder, entry) })
    }
    for (const [index, chosen] of planShards(samples, maxShardBytes).entries()) {
      stopIfCancelled()
      const shard = `${split}-${String(index).padStart(6, '0')}.tar`
      const members = chosen.flatMap((sample) => sample.members)
      await writeShard(join(folder, shard), members)
      for (const { path } of members) {
        await rm(path) // so that the export never takes more than a shard's room twice
      }
      for (const { entry } of chosen) {
        packed.set(entry.pair, inShard(entry, shard))
      }
    }
  }
  await rm(join(folder, waiting), { recursive: true, force: true })
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
