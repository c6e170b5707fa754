import { ImportProblem } from '../../import/problems'

/** Tables of dBase III, as shapefiles have them: UTF-8 by a `.cpg` file beside them. */

export interface DbfField {
  /** At most 10 characters. */
  name: string
  type: 'C' | 'N'
  /** Bytes. */
  length: number
  decimals: number
}

export type DbfRow = Record<string, string | number | null>

const VERSION = 3
const HEAD_BYTES = 32
const FIELD_BYTES = 32
const FIELD_END = 0x0d
const FILE_END = 0x1a
const SPACE = 0x20
const DELETED = 0x2a
/** Years since 1900, month, day: the time of an export would give other bytes each time. */
const LAST_CHANGE = [100, 1, 1]

/** Texts that are too long are cut between characters. */
export function encodeDbf(fields: readonly DbfField[], rows: readonly DbfRow[]): Buffer {
  const headBytes = HEAD_BYTES + FIELD_BYTES * fields.length + 1
  const rowBytes = fields.reduce((sum, { length }) => sum + length, 1)
  const bytes = Buffer.alloc(headBytes + rowBytes * rows.length + 1, SPACE)
  bytes.fill(0, 0, headBytes)
  bytes[0] = VERSION
  LAST_CHANGE.forEach((value, at) => (bytes[1 + at] = value))
  bytes.writeUInt32LE(rows.length, 4)
  bytes.writeUInt16LE(headBytes, 8)
  bytes.writeUInt16LE(rowBytes, 10)
  fields.forEach(({ name, type, length, decimals }, at) => {
    const start = HEAD_BYTES + FIELD_BYTES * at
    bytes.write(name, start, 'latin1')
    bytes.write(type, start + 11, 'latin1')
    bytes[start + 16] = length
    bytes[start + 17] = decimals
  })
  bytes[headBytes - 1] = FIELD_END
  rows.forEach((row, index) => {
    let at = headBytes + rowBytes * index + 1
    for (const { name, type, length } of fields) {
      const value = row[name]
      const text = value === null || value === undefined ? '' : String(value)
      const cut = cutTo(text, length)
      cut.copy(bytes, type === 'N' ? at + length - cut.length : at)
      at += length
    }
  })
  bytes[bytes.length - 1] = FILE_END
  return bytes
}

/** At most so many bytes, whole characters. */
function cutTo(text: string, length: number): Buffer {
  const bytes = Buffer.from(text.replaceAll('\0', ' '))
  let end = Math.min(length, bytes.length)
  while (end < bytes.length && end > 0 && (bytes[end] & 0xc0) === 0x80) {
    end -= 1
  }
  return bytes.subarray(0, end)
}

/** Rows that are not marked as deleted, each with its index. @throws ImportProblem where it is damaged */
export function decodeDbf(bytes: Buffer): { index: number; row: DbfRow }[] {
  const [headBytes, rowBytes] =
    bytes.length < HEAD_BYTES ? [0, 0] : [bytes.readUInt16LE(8), bytes.readUInt16LE(10)]
  if (headBytes < HEAD_BYTES + 1 || headBytes > bytes.length || rowBytes < 1) {
    throw new ImportProblem('The table of the shapefile is damaged.')
  }
  const fields: DbfField[] = []
  for (let at = HEAD_BYTES; at + FIELD_BYTES <= headBytes && bytes[at] !== FIELD_END; at += FIELD_BYTES) {
    const name = bytes.toString('latin1', at, at + 11).replace(/\0.*$/s, '')
    const isNumber = ['N', 'F'].includes(bytes.toString('latin1', at + 11, at + 12))
    fields.push({ name, type: isNumber ? 'N' : 'C', length: bytes[at + 16], decimals: bytes[at + 17] })
  }
  const count = Math.min(bytes.readUInt32LE(4), Math.floor((bytes.length - headBytes) / rowBytes))
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => bytes[headBytes + rowBytes * index] !== DELETED)
    .map((index) => ({ index, row: rowOf(fields, bytes, headBytes + rowBytes * index + 1) }))
}

function rowOf(fields: readonly DbfField[], bytes: Buffer, start: number): DbfRow {
  const row: DbfRow = {}
  let at = start
  for (const { name, type, length } of fields) {
    const text = bytes.toString('utf8', at, at + length).trimEnd()
    const number = Number(text)
    row[name] = type === 'C' ? text : text.trim() === '' || !Number.isFinite(number) ? null : number
    at += length
  }
  return row
}
