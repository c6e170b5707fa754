import { parquetScan } from 'hyparquet'
import type { AsyncBuffer, FileMetaData, RowGroup } from 'hyparquet'
import { ImportProblem } from './problems'

/** What one group may hold in the wanted columns, packed or not: all of it is in memory, up to 2.5 times while it is read. */
const maxGroupBytes = 2 ** 30

/**
 * The rows in order. Each group is read once, however many rows it has: its columns can only be unpacked whole.
 * @param name of the file, for messages
 * @throws ImportProblem where a group is too large; and after the last row, where the file claims more
 */
export async function* rowsOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: string[],
  name: string,
): AsyncGenerator<Record<string, unknown>> {
  if (metadata.row_groups.some((group) => bytesOf(group, columns) > maxGroupBytes)) {
    throw new ImportProblem(`${name} has a row group of over 1 GB: write it with smaller row groups.`)
  }
  const count = Number(metadata.num_rows)
  let found = 0
  const scan = await parquetScan({ file, metadata, columns, rowEnd: count, utf8: false })
  for (const range of scan.ranges) {
    const cells = await Promise.all(columns.map((column) => scan.readColumn({ column, ...range })))
    // as many as there are, since a claim may be endless
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

/** By its metadata, in the wanted columns. */
function bytesOf(group: RowGroup, wanted: readonly string[]): number {
  return group.columns
    .flatMap(({ meta_data: chunk }) => chunk ?? [])
    .filter(({ path_in_schema: [column] }) => wanted.includes(column))
    .map((chunk) => Math.max(Number(chunk.total_uncompressed_size), Number(chunk.total_compressed_size)))
    .reduce((sum, bytes) => sum + bytes, 0)
}
