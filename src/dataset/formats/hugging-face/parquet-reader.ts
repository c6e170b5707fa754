import { asyncBufferFromFile, parquetMetadataAsync, parquetScan } from 'hyparquet'
import type { FileMetaData, AsyncBuffer, RowGroup } from 'hyparquet'
import { z } from 'zod'
import { pairRecordSchema } from '../../pair-record'
import { splitOf } from '../../split-names'
import { whyNot } from '../../import/captions-list'
import { columnNames } from './image-folder'
import type { FormatReader, RawItem, ReadContext } from '../../import/item'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import { CAPTION_COLUMNS, captionsIn, itemOfRecord } from '../record-item'
import type { SourceFile, Source } from '../../import/source'

/**
 * Limit for the wanted columns of one group, packed or not: all of it is in memory, up to 2.5 times while it is read.
 */
const MAX_GROUP_BYTES = 2 ** 30

/**
 * The rows in order. Each group is read once, however many rows it has: its columns can only be unpacked whole.
 * @param name of the file, for messages
 * @throws ImportProblem if a group is too large; and after the last row, if the file claims more
 */
export async function* rowsOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: string[],
  name: string,
): AsyncGenerator<Record<string, unknown>> {
  if (metadata.row_groups.some((group) => bytesOf(group, columns) > MAX_GROUP_BYTES)) {
    throw new ImportProblem(`${name} has a row group of over 1 GB: write it with smaller row groups.`)
  }
  const count = Number(metadata.num_rows)
  let found = 0
  const scan = await parquetScan({ file, metadata, columns, rowEnd: count, utf8: false })
  for (const range of scan.ranges) {
    const cells = await Promise.all(columns.map((column) => scan.readColumn({ column, ...range })))
    // the number of cells, since a claimed number may be endless
    const rowCount = Math.max(...cells.map(({ length }) => length))
    for (let row = 0; row < rowCount; row += 1) {
      yield Object.fromEntries(columns.map((column, location) => [column, cells[location][row] as unknown]))
    }
    found += rowCount
    if (found < range.rowEnd) {
      break
    }
  }
  if (found < count) {
    throw new ImportProblem(`${name} holds ${found} of the ${count} rows that it claims.`)
  }
}

/** Size by its metadata, in the wanted columns. */
function bytesOf(group: RowGroup, wanted: readonly string[]): number {
  return group.columns
    .flatMap(({ meta_data: chunk }) => chunk ?? [])
    .filter(({ path_in_schema: [column] }) => wanted.includes(column))
    .map((chunk) => Math.max(Number(chunk.total_uncompressed_size), Number(chunk.total_compressed_size)))
    .reduce((sum, bytes) => sum + bytes, 0)
}

const FILE_NAME = /\.parquet$/i
const MAX_IMAGE_BYTES = 2 ** 30

const bytes = z.instanceof(Uint8Array)
const cellSchema = z.union([bytes.transform((data) => ({ bytes: data })), z.object({ bytes })])
const recordText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'it is no JSON' })
    return z.NEVER
  }
})

/** Parquet files with images inside: our own, or with column names of published pair sets. */
export const parquetReader: FormatReader = {
  fits: async (source) => (await parquetFiles(source)).length > 0,
  async *read(context) {
    for (const file of await parquetFiles(context.source)) {
      yield* readFile(file, context)
    }
  },
}

async function parquetFiles(source: Source): Promise<string[]> {
  for (const folder of ['data', '']) {
    const found = (await source.list(folder)).filter((name) => FILE_NAME.test(name))
    const paths = found.map((name) => (folder === '' ? name : `${folder}/${name}`))
    const wanted = source.onlyFile === null ? paths : paths.filter((path) => path === source.onlyFile)
    if (wanted.length > 0) {
      return wanted
    }
  }
  return []
}

async function* readFile(file: string, context: ReadContext): AsyncGenerator<RawItem> {
  const { problems, source } = context
  const split = splitOf(/(?:^|\/)([a-z]+)[^/]*$/.exec(file)?.[1] ?? '')
  try {
    source.reading.begin(file)
    const buffer = await asyncBufferFromFile((await source.file(file)).absolute)
    const metadata = await parquetMetadataAsync(buffer)
    const columns = columnsOf(metadata, file)
    let line = 0
    for await (const row of rowsOf(buffer, metadata, namesOf(columns), file)) {
      line += 1
      yield* readRow(row, columns, { location: { file, line }, split }, context)
    }
  } catch (error) {
    const problem =
      error instanceof ImportProblem
        ? error
        : new ImportProblem(`${file} is damaged or no parquet file: ${(error as Error).message}.`)
    problems.leaveOut(problem, { file, line: null }, null)
  }
}

interface Columns {
  before: string
  after: string
  mask: string | null
  others: string[]
}

/** @throws ImportProblem if no columns hold pairs */
function columnsOf({ schema }: FileMetaData, file: string): Columns {
  const there: string[] = []
  const withBytes: string[] = []
  for (let at = 1; at < schema.length; at = afterElement(schema, at)) {
    there.push(schema[at].name)
    if (hasBytes(schema, at)) {
      withBytes.push(schema[at].name)
    }
  }
  const find = (wanted: readonly string[]): string | null =>
    wanted.flatMap((name) => withBytes.filter((one) => one.toLowerCase() === name.toLowerCase())).at(0) ??
    null
  const [before, after] = [find(columnNames.before), find(columnNames.after)]
  if (before === null || after === null) {
    throw new ImportProblem(
      `${file} has the columns ${there.join(', ')}: there are none for a before and an after image.`,
    )
  }
  const others = there.filter((name) => ['key', ...CAPTION_COLUMNS, 'record'].includes(name))
  return { before, after, mask: find(columnNames.mask), others }
}

/** A `label` may be a number or a text as well as an image: an image is bytes, or a group with its bytes. */
function hasBytes(schema: FileMetaData['schema'], at: number): boolean {
  const { type, converted_type: converted, logical_type: logical, num_children: count = 0 } = schema[at]
  if (count === 0) {
    return type === 'BYTE_ARRAY' && converted === undefined && logical === undefined
  }
  const children: string[] = []
  for (let child = at + 1; children.length < count; child = afterElement(schema, child)) {
    children.push(schema[child].name)
  }
  return children.includes('bytes')
}

/** The index after an element and all its children. */
function afterElement(schema: FileMetaData['schema'], at: number): number {
  let next = at + 1
  for (let child = 0; child < (schema[at]?.num_children ?? 0); child += 1) {
    next = afterElement(schema, next)
  }
  return next
}

function namesOf({ before, after, mask, others }: Columns): string[] {
  return [before, after, ...(mask === null ? [] : [mask]), ...others]
}

async function* readRow(
  row: Record<string, unknown>,
  columns: Columns,
  { location, split }: { location: SourceLocation; split: string | null },
  { problems, scratch }: ReadContext,
): AsyncGenerator<RawItem> {
  const name = typeof row['key'] === 'string' ? row['key'] : `${split ?? 'row'}/${location.line}`
  const unpacked: string[] = []
  const unpack = async (column: string): Promise<SourceFile> => {
    const cell = cellSchema.safeParse(row[column])
    if (!cell.success) {
      throw new ImportProblem(`The column ${column} holds no image bytes.`)
    }
    if (cell.data.bytes.length > MAX_IMAGE_BYTES) {
      throw new ImportProblem(`The image in ${column} is over 1 GB.`)
    }
    const absolute = await scratch.put(cell.data.bytes)
    unpacked.push(absolute)
    return { absolute, path: `${location.file}:${location.line}:${column}` }
  }
  try {
    const record = recordOf(row)
    const files = {
      before: await unpack(columns.before),
      after: await unpack(columns.after),
      mask: columns.mask === null || row[columns.mask] == null ? null : await unpack(columns.mask),
    }
    yield itemOfRecord(record, files, { location, split, name })
  } catch (error) {
    problems.leaveOut(error, location, name)
  } finally {
    await scratch.release(unpacked)
  }
}

function recordOf(row: Record<string, unknown>): z.output<typeof pairRecordSchema> {
  const inside =
    row['record'] == null ? { success: true as const, data: {} } : recordText.safeParse(row['record'])
  if (!inside.success) {
    throw new ImportProblem(`record: ${whyNot(inside.error)}`)
  }
  const captions = captionsIn(row)
  const key = typeof row['key'] === 'string' ? { key: row['key'] } : {}
  const result = pairRecordSchema.safeParse({
    ...(inside.data as object),
    ...key,
    ...(captions == null ? {} : { captions }),
  })
  if (!result.success) {
    throw new ImportProblem(whyNot(result.error))
  }
  return result.data
}
