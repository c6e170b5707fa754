import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { SchemaElement } from 'hyparquet'
import { GrowingFile } from './files'
import type { PairRecord } from './pair-record'

/** The parquet form of pairs: images inside, as `datasets` stores them. */

interface ImageCell {
  bytes: Uint8Array
  path: string
}

export interface ParquetRow {
  before: ImageCell
  after: ImageCell
  mask: ImageCell
  record: PairRecord
}

/** A group of rows is held in memory until it has this many bytes. */
const MAX_GROUP_BYTES = 2 ** 25

const image = (name: string): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', num_children: 2 },
  { name: 'bytes', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  { name: 'path', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
]

const schema: SchemaElement[] = [
  { name: 'root', num_children: 8 },
  { name: 'key', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ...image('before'),
  ...image('after'),
  ...image('mask'),
  { name: 'captions', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'width', type: 'INT32', repetition_type: 'OPTIONAL' },
  { name: 'height', type: 'INT32', repetition_type: 'OPTIONAL' },
  { name: 'record', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
]

const TEXT = { dtype: 'string', _type: 'Value' }
/** Metadata by which `datasets` distinguishes images from structs. Source: huggingface/datasets, Features.to_dict. */
const FEATURES = {
  key: TEXT,
  before: { _type: 'Image' },
  after: { _type: 'Image' },
  mask: { _type: 'Image' },
  captions: { feature: TEXT, _type: 'Sequence' },
  width: { dtype: 'int32', _type: 'Value' },
  height: { dtype: 'int32', _type: 'Value' },
  record: TEXT,
}

/** Writes rows as they come, a group at a time. The file is on the disk when it returns. */
export function writeParquet(
  path: string,
  rows: AsyncIterable<ParquetRow>,
): Promise<{ sha256: string; bytes: number }> {
  return GrowingFile.write(path, async (file) => {
    const bytes = new ByteWriter()
    const writer = new ParquetWriter({
      writer: bytes,
      schema,
      codec: 'UNCOMPRESSED',
      statistics: false,
      kvMetadata: [{ key: 'huggingface', value: JSON.stringify({ info: { features: FEATURES } }) }],
      createdBy: 'deltascribe',
    })
    /** Writes the buffered bytes to the disk; the writer's byte count goes on. */
    const drain = async (): Promise<void> => {
      await file.add(new Uint8Array(bytes.buffer, 0, bytes.index))
      await file.drain()
      bytes.index = 0
    }
    let group: ParquetRow[] = []
    let size = 0
    const writeGroup = async (): Promise<void> => {
      if (group.length > 0) {
        await writer.write({ columnData: columnsOf(group), rowGroupSize: group.length })
        await drain()
      }
      group = []
      size = 0
    }
    for await (const row of rows) {
      group.push(row)
      size += row.before.bytes.length + row.after.bytes.length + row.mask.bytes.length
      if (size >= MAX_GROUP_BYTES) {
        await writeGroup()
      }
    }
    await writeGroup()
    await writer.finish()
    await drain()
  })
}

interface Column {
  name: string
  data: unknown[]
  encoding: 'PLAIN'
}

/** Plain encoding: otherwise the writer would search all images for equal ones. */
function columnsOf(rows: readonly ParquetRow[]): Column[] {
  const column = (name: string, valueOf: (row: ParquetRow) => unknown): Column => ({
    name,
    data: rows.map(valueOf),
    encoding: 'PLAIN',
  })
  return [
    column('key', ({ record }) => record.key),
    column('before', ({ before }) => before),
    column('after', ({ after }) => after),
    column('mask', ({ mask }) => mask),
    column('captions', ({ record }) => record.captions),
    column('width', ({ record }) => record.width),
    column('height', ({ record }) => record.height),
    column('record', ({ record }) => JSON.stringify(record)),
  ]
}
