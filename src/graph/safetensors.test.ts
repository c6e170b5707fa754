import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHalf, toHalf, parseSafetensors, SafetensorsError, writeSafetensors } from './safetensors'

function file(header: unknown, data: Uint8Array = new Uint8Array(), length?: bigint): Uint8Array {
  const text = typeof header === 'string' ? header : JSON.stringify(header)
  const bytes = new Uint8Array(8 + text.length + data.length)
  new DataView(bytes.buffer).setBigUint64(0, length ?? BigInt(text.length), true)
  bytes.set(new TextEncoder().encode(text), 8)
  bytes.set(data, 8 + text.length)
  return bytes
}

function outcome(bytes: Uint8Array): string {
  try {
    parseSafetensors(bytes)
    return 'read'
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}

function entry(shape: number[], start: number, end: number, dtype = 'F32') {
  return { dtype, shape, data_offsets: [start, end] }
}

function writeHalf(value: number): Uint8Array {
  return writeSafetensors(new Map([['w', { shape: [2], values: Float32Array.of(1, value) }]]), {
    precision: 'F16',
  })
}

const finite = fc.float({ noNaN: true, noDefaultInfinity: true })

describe('safetensors', () => {
  test('float32 values, names and metadata come back as they were', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((name) => name !== '__metadata__' && name !== '__proto__'),
          fc.array(finite),
        ),
        fc.string(),
        (tensors, note) => {
          const stored = new Map(
            Object.entries(tensors).map(([name, values]) => [
              name,
              { shape: [values.length], values: Float32Array.from(values) },
            ]),
          )
          const read = parseSafetensors(writeSafetensors(stored, { metadata: { note } }))
          expect(read.tensors).toEqual(stored)
          expect(read.metadata).toEqual({ note })
        },
      ),
    )
  })

  test('float16 rounds to the nearest value that a half can hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), (bits) => {
        const value = fromHalf(Uint16Array.of(bits))
        if (Number.isNaN(value[0])) {
          return
        }
        expect(toHalf(value)[0]).toBe(bits)
      }),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.float({ min: -65504, max: 65504, noNaN: true }), (value) => {
        const near = fromHalf(toHalf(Float32Array.of(value)))[0]
        expect(Math.abs(near - value)).toBeLessThanOrEqual(Math.max(Math.abs(value) * 2 ** -11, 2 ** -25))
      }),
    )
    expect([...toHalf(Float32Array.of(1, 65520, -Infinity, 2049, 2051, 6e-8, 2e-8))]).toEqual([
      0x3c00, 0x7c00, 0xfc00, 0x6800, 0x6802, 1, 0,
    ])
  })

  test.each<[string, Uint8Array, RegExp]>([
    ['too few bytes', new Uint8Array(3), /3 bytes/],
    ['a header longer than the file', file({}, new Uint8Array(), 999n), /claims 999 bytes/],
    ['a huge header', file({}, new Uint8Array(), 2n ** 63n), /at most/],
    ['a header that is no JSON', file('{"a":'), /not JSON/],
    ['a header that is a list', file([]), /no object/],
    ['metadata that is no text', file({ __metadata__: { a: 1 } }), /__metadata__/],
    [
      'a dtype of another kind',
      file({ w: entry([1], 0, 8, 'F64') }, new Uint8Array(8)),
      /F64 is neither F32 nor F16/,
    ],
    ['a negative size', file({ w: entry([-1], 0, 4) }, new Uint8Array(4)), /w is wrong at shape/],
    [
      'a shape that does not fit its bytes',
      file({ w: entry([3], 0, 4) }, new Uint8Array(4)),
      /needs 12 bytes/,
    ],
    [
      'sizes whose product overflows',
      file({ w: entry([2 ** 40, 2 ** 40], 0, 4) }, new Uint8Array(4)),
      /needs/,
    ],
    ['data past the end', file({ w: entry([2], 0, 8) }, new Uint8Array(4)), /ends at byte 8 of 4/],
    [
      'tensors that overlap',
      file({ a: entry([2], 0, 8), b: entry([2], 4, 12) }, new Uint8Array(12)),
      /b overlaps/,
    ],
    [
      'a hole between tensors',
      file({ a: entry([1], 0, 4), b: entry([1], 8, 12) }, new Uint8Array(12)),
      /unused bytes before b/,
    ],
    [
      'bytes after the tensors',
      file({ a: entry([1], 0, 4) }, new Uint8Array(6)),
      /2 unused bytes at the end/,
    ],
    ['NaN', file({ a: entry([1], 0, 4) }, Uint8Array.of(0, 0, 0xc0, 0x7f)), /value 0 of a is NaN/],
  ])('%s is refused with its reason', (_, bytes, reason) => {
    expect(() => parseSafetensors(bytes, 'weights.safetensors')).toThrow(SafetensorsError)
    expect(() => parseSafetensors(bytes, 'weights.safetensors')).toThrow(reason)
    expect(() => parseSafetensors(bytes, 'weights.safetensors')).toThrow(/^weights.safetensors/)
  })

  test.each([
    ['before', { empty: entry([0], 0, 0), w: entry([1], 0, 4) }],
    ['after', { w: entry([1], 0, 4), empty: entry([0], 0, 0) }],
  ])('a tensor without values is read where the header names it %s the one at its place', (_, header) => {
    const { tensors } = parseSafetensors(file(header, new Uint8Array(4)))
    expect([...tensors].map(([name, { shape }]) => [name, shape])).toEqual([
      ['empty', [0]],
      ['w', [1]],
    ])
  })

  test('a value beyond float16 is refused with its tensor, as it could not be read back', () => {
    const { tensors } = parseSafetensors(writeHalf(65504))
    expect([...(tensors.get('w')?.values ?? [])]).toEqual([1, 65504])
    for (const value of [65520, -Infinity, NaN]) {
      expect(() => writeHalf(value)).toThrow(RangeError)
    }
    expect(() => writeHalf(70000)).toThrow('Value 1 of w is 70000; F16 ends at 65504.')
  })

  test('any bytes are either read or refused, never another error', () => {
    const good = writeSafetensors(new Map([['w', { shape: [2, 2], values: Float32Array.of(1, 2, 3, 4) }]]))
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const bytes = good.slice()
        bytes[at] = byte
        expect(outcome(bytes)).toMatch(/^(read|SafetensorsError)$/)
      }),
      { numRuns: 500 },
    )
  })
})
