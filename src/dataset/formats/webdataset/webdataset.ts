import { basename, dirname } from 'node:path'
import { sortNaturally, recordOf } from '../../pair-record'
import { allCaptions } from '../../export/export-pair'
import { inShards } from '../../export/packed'
import type { ReadSample, ShardKind } from '../../export/packed'
import { writeShard } from '../../export/shards'
import { webDatasetReader } from './reader'
import { ALL_FIELDS } from '../format'
import type { DatasetFormat, FormatWriter } from '../format'
import { message } from '../../../messages/message'

const shards: ShardKind = {
  record: (pair) => `${JSON.stringify(recordOf(pair))}\n`,
  pathOf: (split, index) => `${split}-${String(index).padStart(6, '0')}.tar`,
  write: (path, samples) => writeShard(path, membersOf(samples)),
  /** `SHARD/NAME`. */
  within({ before, after, label }, shard) {
    const inside = (path: string): string => `${shard}/${basename(path)}`
    return { before: inside(before), after: inside(after), label: inside(label!) }
  },
}

/**
 * WebDataset: tar files in which the files of a sample are neighbours and share their name up to the first
 * dot, so that it is a number here. Source: webdataset's documentation, and torchdata's of its reader.
 */
const writer: FormatWriter = {
  description:
    'WebDataset: `SPLIT-000000.tar` and so on, each up to 512 MB unless one sample is larger. A sample is ' +
    '`ID.before.*`, `ID.after.*`, `ID.mask.png` (one channel, 255 where something changed in the after ' +
    'image) and `ID.json` with `key`, `split`, `width`, `height`, `captions`, `caption_origins`, `state`, ' +
    '`proposed_by`, for a pair of a sequence `sequence`, `position`, `before_date` and `after_date`, and `regions`: category, box, compressed COCO run lengths in the after image and, where ' +
    'the thing was elsewhere before, in the before image. `shards.jsonl` counts the samples of each shard.',
  supports: ALL_FIELDS,
  sentences: allCaptions,
  ...inShards(shards),
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

export const webDataset: DatasetFormat = {
  name: 'webdataset',
  title: 'WebDataset',
  summary: message('formats.webDataset'),
  recognisedBy: 'layout',
  page: {
    text:
      '`ID.before.*`, `ID.after.*`, `ID.mask.png`, `ID.json`; sets of others may have `ID.txt` with a caption a line, ' +
      'or `caption` or `text` in the JSON, and `input` and `decoded` for before and after.',
  },
  writer,
  reader: webDatasetReader,
}

async function* membersOf(samples: AsyncIterable<ReadSample>): AsyncGenerator<ReadSample['members'][number]> {
  for await (const { members } of samples) {
    yield* members
  }
}
