import { allCaptions } from '../../export/export-pair'
import { writePairFiles } from '../../export/images'
import { mapped, writeJsonLines } from '../../export/write-pieces'
import { SPLIT_NAMES } from '../../export/assign-splits'
import { configOf, datasetsTrainer, HUGGING_FACE_SPLITS } from './datasets-library'
import { ALL_FIELDS } from '../format'
import type { DatasetFormat, FormatWriter } from '../format'
import type { WrittenPair } from '../../export/export-pair'
import { recordOf, pairRecordSchema } from '../../pair-record'
import { z } from 'zod'
import { SPLIT_FILES, whyNot } from '../../import/captions-list'
import type { FormatReader, RawItem, ReadContext } from '../../import/item'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import { splitOf } from '../../split-names'
import { captionsIn, itemOfRecord } from '../record-item'
import { shown } from '../../import/source'
import type { Source } from '../../import/source'
import { message } from '../../../messages/message'

/**
 * An image folder: a folder a split with `metadata.jsonl`, as metadata at the root is not found by all
 * versions. Source: huggingface/datasets, docs/source/image_dataset.mdx; huggingface/datasets#6442.
 */
const writer: FormatWriter = {
  description:
    'Hugging Face image folder: `train`, `validation` and `test`, each with `metadata.jsonl`, one line a ' +
    'pair. `file_name` is the after image, `before_file_name` the before image and `mask_file_name` the mask, ' +
    'a PNG of one channel, 255 where something changed in the after image. `captions` has every caption. ' +
    '`regions` has a category, a box, compressed COCO run lengths in the after image and, where the thing ' +
    'was elsewhere before, in the before image; `width`, `height`, `state`, `caption_origins` and ' +
    '`proposed_by` tell the rest. `load_dataset("imagefolder", data_dir=...)` gives the columns `image`, ' +
    '`before` and `mask`. Versions of `datasets` that know one image a row stop at the others: export to ' +
    'parquet for them.',
  supports: ALL_FIELDS,
  frontMatter: (splits) => configOf(splits, (split) => `${split}/**`),
  sentences: allCaptions,
  writePair(output, pair) {
    const folder = HUGGING_FACE_SPLITS[pair.split]
    const pathIn = (side: string): string => `${folder}/${side}/${pair.nameInSplit}`
    return writePairFiles(output, pair, {
      before: pathIn('before'),
      after: pathIn('after'),
      mask: pathIn('mask'),
    })
  },
  async writeLists(output, written) {
    for (const split of SPLIT_NAMES) {
      const ofSplit = written.filter(({ pair }) => pair.split === split)
      if (ofSplit.length > 0) {
        await writeJsonLines(output, `${HUGGING_FACE_SPLITS[split]}/metadata.jsonl`, mapped(ofSplit, rowOf))
      }
    }
  },
  notices: () => [],
}

function within(path: string): string {
  return path.slice(path.indexOf('/') + 1)
}

/** File names start at the split's folder. */
function rowOf({ pair, before, after, label }: WrittenPair): object {
  return {
    file_name: within(after),
    before_file_name: within(before),
    mask_file_name: within(label!),
    ...recordOf(pair),
  }
}

const METADATA_NAME = 'metadata.jsonl'

/** Names that published pair sets give to their images. */
const NAMES = {
  before: ['before', 'image1', 'imageA', 'image_a', 'image_before', 't1', 'source'],
  after: ['after', 'image2', 'imageB', 'image_b', 'image_after', 't2', 'target'],
  mask: ['mask', 'label', 'gt'],
}

/** A row of metadata with its names as ours. */
const rowSchema = z.object({
  before: z.string('a before_file_name is needed'),
  after: z.string('a file_name is needed'),
  mask: z.string().nullish(),
  record: pairRecordSchema,
})
type Row = z.output<typeof rowSchema>

/** @throws ImportProblem */
function readRow(value: unknown): Row {
  if (value instanceof ImportProblem) {
    throw value
  }
  const object = z.record(z.string(), z.unknown()).safeParse(value)
  if (!object.success) {
    throw new ImportProblem('The line is no JSON object.')
  }
  const row = object.data
  const fileOf = (columns: readonly string[]): unknown =>
    pick(
      row,
      columns.map((name) => `${name}_file_name`),
    )
  const result = rowSchema.safeParse({
    before: fileOf(NAMES.before),
    after: fileOf(NAMES.after) ?? row['file_name'],
    mask: fileOf(NAMES.mask),
    record: { ...row, captions: captionsIn(row) },
  })
  if (!result.success) {
    throw new ImportProblem(whyNot(result.error))
  }
  return result.data
}

function pick(row: Record<string, unknown>, wanted: readonly string[]): unknown {
  return wanted.map((name) => row[name]).find((value) => value !== undefined && value !== null)
}

export { NAMES as columnNames }

/** Image folders with `metadata.jsonl`. Source: huggingface/datasets, docs/source/image_dataset.mdx. */
const reader: FormatReader = {
  listFolders: SPLIT_FILES.flatMap(([, folders]) => folders),
  fits: async (source) => (await metadataOf(source)).length > 0,
  async *read(context) {
    for (const { split, folder } of await metadataOf(context.source)) {
      yield* readSplit(split, folder, context)
    }
  },
}

export const huggingFace: DatasetFormat = {
  name: 'hugging-face',
  title: 'Hugging Face image folder',
  summary: message('formats.huggingFace'),
  recognisedBy: 'layout',
  page: {
    text:
      '`SPLIT/metadata.jsonl` has `file_name` (after), `before_file_name` and `mask_file_name`. Older versions of ' +
      '`datasets` know one image a row of an image folder: use parquet with them.',
  },
  trainer: datasetsTrainer('imagefolder'),
  writer,
  reader,
}

async function metadataOf(source: Source): Promise<{ split: string | null; folder: string }[]> {
  const found: { split: string | null; folder: string }[] = []
  for (const [split, folders] of SPLIT_FILES) {
    for (const folder of folders) {
      if (await source.isWanted(`${folder}/${METADATA_NAME}`)) {
        found.push({ split, folder })
      }
    }
  }
  return found.length === 0 && (await source.isWanted(METADATA_NAME)) ? [{ split: null, folder: '' }] : found
}

async function* readSplit(
  split: string | null,
  folder: string,
  { source, problems }: ReadContext,
): AsyncGenerator<RawItem> {
  for await (const { location, value } of source.lines(
    folder === '' ? METADATA_NAME : `${folder}/${METADATA_NAME}`,
  )) {
    try {
      yield await itemOf(readRow(value), { location, split, folder }, source)
    } catch (error) {
      problems.leaveOut(error, location, nameOf(value))
    }
  }
}

function nameOf(value: unknown): string | null {
  const { key, file_name: file } = (value ?? {}) as Record<string, unknown>
  const name = typeof key === 'string' ? key : file
  return typeof name === 'string' ? shown(name) : null
}

async function itemOf(
  { before, after, mask, record }: Row,
  { location, split, folder }: { location: SourceLocation; split: string | null; folder: string },
  source: Source,
): Promise<RawItem> {
  const files = {
    before: await source.image(before, [folder]),
    after: await source.image(after, [folder]),
    mask: mask == null ? null : await source.file(mask, [folder]),
  }
  const name = after.replace(/\.[^./]*$/, '')
  return itemOfRecord(record, files, {
    location,
    // a list at the top names files of the folders of several splits
    split: split ?? splitOf(after),
    name: split === null ? name : `${split}/${name}`,
  })
}
