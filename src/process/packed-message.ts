import { z } from 'zod'
import { failWith } from '../contract/errors'
import { MOST_MESSAGE_BYTES } from '../contract/port'

/** In JSON, an object with this one member stands for a typed list: its type, and the place of its bytes. */
const PART = '$part'
const TYPES = { Uint8Array, Int8Array, Int32Array, Float32Array } as const
type TypedList = InstanceType<(typeof TYPES)[keyof typeof TYPES]>

const partSchema = z.strictObject({
  [PART]: z.tuple([
    z.enum(['Uint8Array', 'Int8Array', 'Int32Array', 'Float32Array']),
    z.int().nonnegative(),
    z.int().nonnegative(),
  ]),
})

/**
 * A message as a header of two lengths, JSON text and bytes. Members that are undefined are left out.
 * @throws ContractError `invalid-input` where it is too long, or holds what JSON cannot
 */
export function packMessage(message: unknown): Uint8Array[] {
  const parts: Uint8Array[] = []
  let offset = 0
  const text = Buffer.from(
    JSON.stringify(
      packed(message, (list) => {
        const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength)
        parts.push(bytes)
        offset += bytes.length
        return { [PART]: [typeName(list), offset - bytes.length, bytes.length] }
      }),
    ),
  )
  const header = Buffer.alloc(8)
  if (header.length + text.length + offset > MOST_MESSAGE_BYTES) {
    throw failWith('invalid-input', `A message of ${text.length + offset} bytes is too long to be sent.`)
  }
  header.writeUInt32BE(text.length, 0)
  header.writeUInt32BE(offset, 4)
  return [header, text, ...parts]
}

function packed(value: unknown, put: (list: TypedList) => unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value
  }
  if (isTypedList(value)) {
    return put(value)
  }
  if (Array.isArray(value)) {
    return value.map((member) => packed(member, put))
  }
  if (ArrayBuffer.isView(value) || Object.hasOwn(value, PART)) {
    throw failWith('invalid-input', 'A message holds what cannot be sent.')
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, packed(member, put)]))
}

function isTypedList(value: object): value is TypedList {
  return Object.values(TYPES).some((type) => value instanceof type)
}

function typeName(list: TypedList): string {
  return Object.entries(TYPES).find(([, type]) => list instanceof type)![0]
}

/** Null for what is no message. @param isTooDeep of the parsed JSON; it is not read any further then */
export function unpackMessage(
  text: Uint8Array,
  bytes: Uint8Array,
  isTooDeep: (value: unknown) => boolean,
): { value: unknown } | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
    if (isTooDeep(parsed)) {
      return null
    }
    // each byte may be in one list only, or a short message would need much memory
    const left = { bytes: bytes.length }
    return { value: unpacked(parsed, bytes, left) }
  } catch {
    return null
  }
}

/** @throws Error where a list has no place in the bytes */
function unpacked(value: unknown, bytes: Uint8Array, left: { bytes: number }): unknown {
  if (typeof value !== 'object' || value === null) {
    return value
  }
  if (Array.isArray(value)) {
    return value.map((member: unknown) => unpacked(member, bytes, left))
  }
  if (Object.hasOwn(value, PART)) {
    const [type, offset, length] = partSchema.parse(value)[PART]
    left.bytes -= length
    if (left.bytes < 0 || offset + length > bytes.length) {
      throw new RangeError('a list has no place in the bytes')
    }
    // a copy, as its elements must lie at a multiple of their size
    return new TYPES[type](Uint8Array.from(bytes.subarray(offset, offset + length)).buffer)
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, unpacked(member, bytes, left)]),
  )
}
