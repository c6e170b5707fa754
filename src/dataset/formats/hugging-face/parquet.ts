import { writeParquet } from '../../parquet'
import type { ParquetRow } from '../../parquet'
import { allCaptions } from '../../export/export-pair'
import { inShards } from '../../export/packed'
import type { ReadSample, ShardKind } from '../../export/packed'
import { configOf, datasetsTrainer, HUGGING_FACE_SPLITS } from './datasets-library'
import { parquetReader } from './parquet-reader'
import { ALL_FIELDS } from '../format'
import type { DatasetFormat, FormatWriter } from '../format'
import { recordOf } from '../../pair-record'
import { message } from '../../../messages/message'

const shards: ShardKind = {
  record: null,
  pathOf: (split, index, count) =>
    `data/${HUGGING_FACE_SPLITS[split]}-${five(index)}-of-${five(count)}.parquet`,
  write: (path, samples) => writeParquet(path, rowsOf(samples)),
  within: (_, shard) => ({ before: shard, after: shard, label: shard }),
}

/**
 * Parquet with the images inside, as the hub shows them: `data/SPLIT-00000-of-00001.parquet`.
 * Source: huggingface/datasets, docs/source/image_dataset.mdx, features of published pair sets.
 */
const writer: FormatWriter = {
  description:
    'Hugging Face parquet: `data/SPLIT-NUMBER-of-COUNT.parquet`, each up to 512 MB of images unless one pair ' +
    'is larger. Columns: `key`; `before`, `after` and `mask`, images with their bytes inside (the mask has ' +
    'one channel, 255 where something changed in the after image); `captions`, all of the pair; `width` and ' +
    '`height`; `record`, JSON with the regions (category, box, compressed COCO run lengths, scores), the ' +
    'review state and where each annotation comes from. `load_dataset("parquet", ...)` or the folder itself ' +
    'on the hub gives images as images.',
  supports: ALL_FIELDS,
  frontMatter: (splits) => configOf(splits, (split) => `data/${split}-*`),
  sentences: allCaptions,
  ...inShards(shards),
  writeLists: async () => {},
  notices: () => [],
}

export const huggingFaceParquet: DatasetFormat = {
  name: 'hugging-face-parquet',
  title: 'Hugging Face parquet',
  summary: message('formats.parquet'),
  recognisedBy: 'layout',
  page: {
    text:
      'The images are inside. Published sets with `image1`, `image2`, `mask` or `imageA`, `imageB`, `label` are read ' +
      'too, and `caption` or `text` for captions.',
  },
  trainer: datasetsTrainer('parquet'),
  writer,
  reader: parquetReader,
}

async function* rowsOf(samples: AsyncIterable<ReadSample>): AsyncGenerator<ParquetRow> {
  for await (const { entry, members } of samples) {
    const [before, after, mask] = members.map(({ name, bytes }) => ({ bytes, path: name }))
    yield { before, after, mask, record: recordOf(entry.pair) }
  }
}

function five(number: number): string {
  return String(number).padStart(5, '0')
}
