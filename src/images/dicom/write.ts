/** DICOM PS3.5: values with 32-bit lengths in explicit VR. */
const LONG_FORMS = new Set(['OB', 'OW', 'SQ', 'UN', 'UT'])

const ITEM = Buffer.from([0xfe, 0xff, 0x00, 0xe0])

/** An encoded element, with its tag to sort by. */
export interface Element {
  tag: number
  bytes: Buffer
}

/** Explicit VR, little-endian; padded to an even length. @param tag as in 0x00100010 */
export function element(tag: number, vr: string, value: string | Buffer): Element {
  const raw = typeof value === 'string' ? Buffer.from(value, 'utf8') : value
  const filler = vr === 'UI' || vr === 'OB' ? 0 : 0x20
  const padded = raw.length % 2 === 0 ? raw : Buffer.concat([raw, Buffer.of(filler)])
  const isLong = LONG_FORMS.has(vr)
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.write(vr, 4, 'latin1')
  if (isLong) {
    head.writeUInt32LE(padded.length, 8)
  } else {
    head.writeUInt16LE(padded.length, 6)
  }
  return { tag, bytes: Buffer.concat([head, padded]) }
}

export function shorts(tag: number, ...values: readonly number[]): Element {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2))
  return element(tag, 'US', bytes)
}

export function longs(tag: number, ...values: readonly number[]): Element {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4))
  return element(tag, 'UL', bytes)
}

/** Tags as values. */
export function tags(tag: number, ...values: readonly number[]): Element {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => {
    bytes.writeUInt16LE(value >>> 16, index * 4)
    bytes.writeUInt16LE(value & 0xffff, index * 4 + 2)
  })
  return element(tag, 'AT', bytes)
}

/** Items with their lengths. */
export function sequence(tag: number, ...items: readonly (readonly Element[])[]): Element {
  const encoded = items.map((elements) => {
    const content = inOrder(elements)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([ITEM, length, content])
  })
  return element(tag, 'SQ', Buffer.concat(encoded))
}

/** A code: its value, its scheme, and what it means. */
export function code(tag: number, value: string, scheme: string, meaning: string): Element {
  return sequence(tag, [
    element(0x00080100, 'SH', value),
    element(0x00080102, 'SH', scheme),
    element(0x00080104, 'LO', meaning),
  ])
}

export function inOrder(elements: readonly Element[]): Buffer {
  return Buffer.concat(elements.toSorted((a, b) => a.tag - b.tag).map(({ bytes }) => bytes))
}

const EXPLICIT_LITTLE = '1.2.840.10008.1.2.1'

/** A file by PS3.10: preamble, meta information, elements. */
export function dicomFile(
  meta: { classUid: string; instanceUid: string; programUid: string; program: string },
  elements: readonly Element[],
): Buffer {
  const about = inOrder([
    element(0x00020001, 'OB', Buffer.of(0, 1)),
    element(0x00020002, 'UI', meta.classUid),
    element(0x00020003, 'UI', meta.instanceUid),
    element(0x00020010, 'UI', EXPLICIT_LITTLE),
    element(0x00020012, 'UI', meta.programUid),
    element(0x00020013, 'SH', meta.program),
  ])
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    longs(0x00020000, about.length).bytes,
    about,
    inOrder(elements),
  ])
}
