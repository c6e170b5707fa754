import { z } from 'zod'
import { pairRecordSchema } from '../pair-record'
import { SPLIT_FILES, whyNot } from './captions-list'
import type { ImportFormat, RawItem, ReadContext } from './item'
import { ImportProblem } from './problems'
import type { SourceLocation } from './problems'
import { itemOfRecord } from './webdataset'
import { shown } from './source'
import type { Source } from './source'

const METADATA_NAME = 'metadata.jsonl'

/** Names that published pair sets give to their images. */
const NAMES = {
  before: ['before', 'image1', 'imageA', 'image_a', 'image_before', 't1', 'source'],
  after: ['after', 'image2', 'imageB', 'image_b', 'image_after', 't2', 'target'],
  mask: ['mask', 'label', 'gt'],
}
const TEXTS = ['captions', 'caption', 'text']

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

export function captionsIn(row: Record<string, unknown>): unknown {
  const found = pick(row, TEXTS)
  return typeof found === 'string' ? [found] : found
}

export { NAMES as columnNames }

/** Image folders with `metadata.jsonl`. Source: huggingface/datasets, docs/source/image_dataset.mdx. */
export const huggingFace: ImportFormat = {
  fits: async (source) => (await metadataOf(source)).length > 0,
  async *read(context) {
    for (const { split, folder } of await metadataOf(context.source)) {
      yield* readSplit(split, folder, context)
    }
  },
}

async function metadataOf(source: Source): Promise<{ split: string | null; folder: string }[]> {
  const found: { split: string | null; folder: string }[] = []
  for (const [split, folders] of SPLIT_FILES) {
    for (const folder of folders) {
      if (await source.has(`${folder}/${METADATA_NAME}`)) {
        found.push({ split, folder })
      }
    }
  }
  return found.length === 0 && (await source.has(METADATA_NAME)) ? [{ split: null, folder: '' }] : found
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
  const name = key ?? file
  return typeof name === 'string' ? shown(name) : null
}

async function itemOf(
  { before, after, mask, record }: Row,
  { location, split, folder }: { location: SourceLocation; split: string | null; folder: string },
  source: Source,
): Promise<RawItem> {
  const files = {
    before: await source.file(before, [folder]),
    after: await source.file(after, [folder]),
    mask: mask == null ? null : await source.file(mask, [folder]),
  }
  const name = after.replace(/\.[^./]*$/, '')
  return itemOfRecord(record, files, { location, split, name: split === null ? name : `${split}/${name}` })
}
