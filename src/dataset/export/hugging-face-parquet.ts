import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeParquet } from '../parquet'
import type { ParquetRow } from '../parquet'
import { allCaptions } from './content'
import { countConverted, loadImages } from './images'
import { encodeMask } from './mask'
import { planShards } from './shards'
import { splitNames } from './split'
import { huggingFaceSplits } from './hugging-face'
import type { Format, PlannedPair, WrittenPair } from './format'
import type { OutputFolder } from './output'
import { recordOf } from './record'

/** Files wait here for their shard. */
const waiting = '.waiting'

const maxShardBytes = 2 ** 29

/**
 * Parquet with the images inside, as the hub shows them: `data/SPLIT-00000-of-00001.parquet`.
 * Source: huggingface/datasets, docs/source/image_dataset.mdx, features of published pair sets.
 */
export const huggingFaceParquet: Format = {
  isPacked: true,
  description:
    'Hugging Face parquet: `data/SPLIT-NUMBER-of-COUNT.parquet`, each up to 512 MB of images unless one pair ' +
    'is larger. Columns: `key`; `before`, `after` and `mask`, images with their bytes inside (the mask has ' +
    'one channel, 255 where something changed in the after image); `captions`, all of the pair; `width` and ' +
    '`height`; `record`, JSON with the regions (category, box, compressed COCO run lengths, scores), the ' +
    'review state and where each annotation comes from. `load_dataset("parquet", ...)` or the folder itself ' +
    'on the hub gives images as images.',
  carries: { masks: 'regions', categories: 'all', beforeMasks: 'masks', details: true, captions: 'all' },
  frontMatter: (splits) => [
    'configs:',
    '- config_name: default',
    '  data_files:',
    ...splits.flatMap((split) => [
      `  - split: ${huggingFaceSplits[split]}`,
      `    path: data/${huggingFaceSplits[split]}-*`,
    ]),
  ],
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
    return { pair, before, after, label, convertedImages: countConverted(images) }
  },
  settle,
  writeLists: async () => {},
  notices: () => [],
}

async function settle(
  output: OutputFolder,
  written: readonly WrittenPair[],
  stopIfCancelled: () => void,
): Promise<WrittenPair[]> {
  const packed = new Map<PlannedPair, WrittenPair>()
  await output.makeFolder('data')
  for (const split of splitNames) {
    const samples = []
    for (const entry of written.filter(({ pair }) => pair.split === split)) {
      samples.push({ entry, members: await membersOf(output, entry) })
    }
    const shards = planShards(samples, maxShardBytes)
    for (const [index, chosen] of shards.entries()) {
      const shard = `data/${huggingFaceSplits[split]}-${five(index)}-of-${five(shards.length)}.parquet`
      await writeParquet(join(output.root, shard), rowsOf(output, chosen, stopIfCancelled))
      await output.adopt(shard)
      for (const { entry } of chosen) {
        packed.set(entry.pair, { ...entry, before: shard, after: shard, label: shard })
      }
    }
  }
  await output.remove(waiting)
  return written.map(({ pair }) => packed.get(pair)!)
}

async function membersOf(
  output: OutputFolder,
  { before, after, label }: WrittenPair,
): Promise<{ name: string; path: string; bytes: number }[]> {
  const paths = [before, after, label!].map((path) => join(output.root, path))
  return Promise.all(
    paths.map(async (path) => ({ name: basename(path), path, bytes: (await stat(path)).size })),
  )
}

/** One at a time from the disk, which is freed as they go. */
async function* rowsOf(
  output: OutputFolder,
  samples: readonly { entry: WrittenPair }[],
  stopIfCancelled: () => void,
): AsyncGenerator<ParquetRow> {
  for (const { entry } of samples) {
    stopIfCancelled()
    const { pair, before, after, label } = entry
    const image = async (path: string): Promise<ParquetRow['before']> => {
      const bytes = await readFile(join(output.root, path))
      await output.remove(path)
      return { bytes, path: basename(path) }
    }
    yield {
      before: await image(before),
      after: await image(after),
      mask: await image(label!),
      record: recordOf(pair),
    }
  }
}

function five(number: number): string {
  return String(number).padStart(5, '0')
}
