import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeParquet } from '../../parquet'
import type { ParquetRow } from '../../parquet'
import { madeImages } from '../testing'

/** The header of the page of captions: counts of values, nulls and rows, the encoding, the lengths of both levels. */
const CAPTIONS_PAGE = Buffer.from([
  0x5c, 0x15, 0x02, 0x15, 0x00, 0x15, 0x02, 0x15, 0x00, 0x15, 0x06, 0x15, 0x04,
])
const LENGTHS_AT = 9

/** A parquet file of one pair, a page of which does not tell its lengths: its reader comes to no end. */
export async function putHangingParquet(path: string): Promise<void> {
  await putParquet(path)
  const bytes = await readFile(path)
  // the header ends where its lengths would begin
  bytes[bytes.indexOf(CAPTIONS_PAGE) + LENGTHS_AT] = 0
  await writeFile(path, bytes)
}

export async function putParquet(path: string): Promise<void> {
  const { before, after } = await madeImages()
  const image = { bytes: before, path: 'image.png' }
  const record = {
    key: path.replace(/^.*\//, ''),
    width: 12,
    height: 10,
    captions: ['a car is new'],
    regions: [],
  }
  const row: ParquetRow = { before: image, after: { ...image, bytes: after }, mask: image, record }
  await mkdir(dirname(path), { recursive: true })
  async function* rows(): AsyncGenerator<ParquetRow> {
    yield row
  }
  await writeParquet(path, rows())
}
