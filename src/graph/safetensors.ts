import { getTextEncoding } from '@bufbuild/protobuf/wire'
import { z } from 'zod'

/** IEEE 754 half precision as the 16 bits of each number; rounds to the nearest, ties to even. */
export function toHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const halves = new Uint16Array(bits.length)
  for (let at = 0; at < bits.length; at += 1) {
    halves[at] = halfBits(bits[at])
  }
  return halves
}

function halfBits(bits: number): number {
  const sign = (bits >>> 16) & 0x8000
  const exponent = (bits >>> 23) & 0xff
  const fraction = bits & 0x7fffff
  if (exponent === 0xff) {
    return sign | 0x7c00 | (fraction === 0 ? 0 : 0x200)
  }
  const scaled = exponent - 112
  if (scaled >= 31) {
    return sign | 0x7c00
  }
  if (scaled > 0) {
    return sign | roundShift((scaled << 23) | fraction, 13)
  }
  return scaled < -10 ? sign : sign | roundShift(fraction | 0x800000, 14 - scaled)
}

/** The number without its last `shift` bits, rounded; a carry runs into the exponent, as it should. */
function roundShift(value: number, shift: number): number {
  const whole = value >>> shift
  const rest = value & ((1 << shift) - 1)
  const middle = 1 << (shift - 1)
  return rest > middle || (rest === middle && (whole & 1) === 1) ? whole + 1 : whole
}

export function fromHalf(bits: Uint16Array): Float32Array {
  table ??= Float32Array.from({ length: 0x10000 }, (_, half) => halfValue(half))
  const values = new Float32Array(bits.length)
  for (let at = 0; at < bits.length; at += 1) {
    values[at] = table[bits[at]]
  }
  return values
}

/** The value of every half there is; made on first use. */
let table: Float32Array | null = null

function halfValue(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1
  const exponent = (bits >>> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) {
    return sign * fraction * 2 ** -24
  }
  if (exponent === 31) {
    return fraction === 0 ? sign * Infinity : NaN
  }
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/**
 * The safetensors format (huggingface/safetensors, README "Format"): 8 bytes header length, a JSON
 * header, data. Files come from anywhere, so everything that the format allows to be wrong is checked.
 */
export interface StoredTensor {
  shape: readonly number[]
  values: Float32Array
}

export interface SafetensorsFile {
  tensors: Map<string, StoredTensor>
  metadata: Readonly<Record<string, string>>
}

/** The message names the file and what is wrong with it. */
export class SafetensorsError extends Error {
  override readonly name = 'SafetensorsError'
  constructor(
    readonly file: string,
    readonly reason: string,
  ) {
    super(`${file} is not usable: ${reason}`)
  }
}

const HEADER_LIMIT = 100_000_000 // the reference reader's own limit
const LENGTH_BYTES = 8
const BYTES_OF = { F32: 4, F16: 2 } as const

const size = z.int().nonnegative()
const entrySchema = z.strictObject({
  dtype: z.enum(['F32', 'F16'], { error: ({ input }) => `dtype ${String(input)} is neither F32 nor F16` }),
  shape: z.array(size).max(16),
  data_offsets: z.tuple([size, size]),
})
const metadataSchema = z.record(z.string(), z.string())

type Entry = z.infer<typeof entrySchema> & { tensor: string }

/** Throws a SafetensorsError. `file` is for its message. Values may not be NaN or infinite. */
export function parseSafetensors(bytes: Uint8Array, file = 'the data'): SafetensorsFile {
  const fail = (reason: string): never => {
    throw new SafetensorsError(file, reason)
  }
  const dataStart = LENGTH_BYTES + headerLength(bytes, fail)
  const { entries, metadata } = parseHeader(bytes.subarray(LENGTH_BYTES, dataStart), fail)
  const data = bytes.subarray(dataStart)
  checkCoverage(entries, data.length, fail)
  const tensors = new Map(
    entries.map((entry) => {
      const values = readValues(entry, data)
      const bad = values.findIndex((value) => !Number.isFinite(value))
      if (bad >= 0) {
        fail(`value ${bad} of ${entry.tensor} is ${values[bad]}`)
      }
      return [entry.tensor, { shape: entry.shape, values }]
    }),
  )
  return { tensors, metadata }
}

type Fail = (reason: string) => never

function headerLength(bytes: Uint8Array, fail: Fail): number {
  if (bytes.length < LENGTH_BYTES) {
    return fail(`it has ${bytes.length} bytes, fewer than the 8 of the header's length`)
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES).getBigUint64(0, true)
  if (length > HEADER_LIMIT) {
    return fail(`its header claims ${length} bytes; at most ${HEADER_LIMIT} are read`)
  }
  if (LENGTH_BYTES + Number(length) > bytes.length) {
    return fail(`its header claims ${length} bytes, but the file has ${bytes.length}`)
  }
  return Number(length)
}

function parseHeader(bytes: Uint8Array, fail: Fail) {
  let header: unknown
  try {
    header = JSON.parse(getTextEncoding().decodeUtf8(bytes))
  } catch {
    return fail('its header is not JSON')
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    return fail('its header is no object')
  }
  const { __metadata__: metadataField = {}, ...rest } = header as Record<string, unknown>
  const metadata = metadataSchema.safeParse(metadataField)
  if (!metadata.success) {
    return fail('its __metadata__ is not a table of texts')
  }
  const entries = Object.entries(rest).map(([tensor, value]): Entry => {
    const entry = entrySchema.safeParse(value)
    if (!entry.success) {
      const [{ path, message }] = entry.error.issues
      return fail(`the entry of ${tensor} is wrong at ${path.join('.') || 'its root'}: ${message}`)
    }
    return Object.assign(entry.data, { tensor })
  })
  return { entries: entries.sort(byOffset), metadata: metadata.data }
}

/** A tensor without values begins where the next one does. */
function byOffset({ data_offsets: [a, endA] }: Entry, { data_offsets: [b, endB] }: Entry): number {
  return a - b || endA - endB
}

/** The tensors must lie end to end and fill the data: no hole, no overlap, nothing after them. */
function checkCoverage(entries: readonly Entry[], length: number, fail: Fail): void {
  let position = 0
  for (const {
    tensor,
    dtype,
    shape,
    data_offsets: [start, end],
  } of entries) {
    const expected = shape.reduce((product, side) => product * side, BYTES_OF[dtype])
    if (end - start !== expected) {
      fail(`${tensor} [${shape.join(', ')}] needs ${expected} bytes, not ${end - start}`)
    }
    if (end > length) {
      fail(`${tensor} ends at byte ${end} of ${length}`)
    }
    if (start < position) {
      fail(`${tensor} overlaps the tensor before it`)
    }
    if (start > position) {
      fail(`there are ${start - position} unused bytes before ${tensor}`)
    }
    position = end
  }
  if (position !== length) {
    fail(`there are ${length - position} unused bytes at the end`)
  }
}

function readValues({ dtype, data_offsets: [start, end] }: Entry, data: Uint8Array): Float32Array {
  const copy = new Uint8Array(data.subarray(start, end)).buffer // a Buffer's slice would share its memory
  return dtype === 'F32' ? new Float32Array(copy) : fromHalf(new Uint16Array(copy))
}

export interface WriteOptions {
  /** Default F32. */
  precision?: keyof typeof BYTES_OF
  metadata?: Readonly<Record<string, string>>
}

/**
 * The bytes of a file; tensors in the order of the map.
 * @throws RangeError for a value that no finite half is near, where those are written
 */
export function writeSafetensors(
  tensors: ReadonlyMap<string, StoredTensor>,
  { precision = 'F32', metadata = {} }: WriteOptions = {},
): Uint8Array {
  const entries: Record<string, unknown> =
    Object.keys(metadata).length === 0 ? {} : { __metadata__: metadata }
  let position = 0
  for (const [name, { shape, values }] of tensors) {
    const end = position + values.length * BYTES_OF[precision]
    entries[name] = { dtype: precision, shape, data_offsets: [position, end] }
    position = end
  }
  const text = getTextEncoding().encodeUtf8(JSON.stringify(entries))
  const padded = Math.ceil(text.length / 8) * 8 // the data begins at a multiple of 8
  const bytes = new Uint8Array(LENGTH_BYTES + padded + position).fill(0x20, 0, LENGTH_BYTES + padded)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(padded), true)
  bytes.set(text, LENGTH_BYTES)
  let offset = LENGTH_BYTES + padded
  for (const [name, { values }] of tensors) {
    const stored = precision === 'F32' ? values : toFiniteHalf(name, values)
    bytes.set(new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength), offset)
    offset += stored.byteLength
  }
  return bytes
}

function toFiniteHalf(tensor: string, values: Float32Array): Uint16Array {
  const halves = toHalf(values)
  const bad = halves.findIndex((half) => (half & 0x7c00) === 0x7c00)
  if (bad >= 0) {
    throw new RangeError(`Value ${bad} of ${tensor} is ${values[bad]}; F16 ends at 65504.`)
  }
  return halves
}
