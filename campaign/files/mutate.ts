import type { Random } from '../random'

type Mutation = (random: Random, bytes: Buffer) => Buffer

/** A place anywhere, more often near the beginning, where headers are. */
function placeIn(random: Random, { length }: Buffer): number {
  return random.below(random.chance(0.5) ? Math.min(length, 256) : length)
}

/** The same length, one place filled by `change`. */
function changedAt(
  random: Random,
  bytes: Buffer,
  size: number,
  change: (copy: Buffer, at: number) => void,
): Buffer {
  const copy = Buffer.from(bytes)
  const at = Math.min(placeIn(random, bytes), Math.max(0, bytes.length - size))
  if (copy.length >= size) {
    change(copy, at)
  }
  return copy
}

function flipBits(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let count = random.between(1, 16); count > 0; count -= 1) {
    copy[placeIn(random, copy)] ^= 1 << random.below(8)
  }
  return copy
}

function cut(random: Random, bytes: Buffer): Buffer {
  return bytes.subarray(0, placeIn(random, bytes))
}

function leaveOut(random: Random, bytes: Buffer): Buffer {
  const at = placeIn(random, bytes)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.between(1, 64))])
}

function insert(random: Random, bytes: Buffer): Buffer {
  const at = placeIn(random, bytes)
  return Buffer.concat([bytes.subarray(0, at), random.bytes(random.between(1, 64)), bytes.subarray(at)])
}

/** What may be a length, an offset or a count becomes an extreme one. */
function changeLength(random: Random, bytes: Buffer): Buffer {
  const value = random.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000, random.below(2 ** 32)])
  return changedAt(random, bytes, 4, (copy, at) =>
    random.chance(0.5) ? copy.writeUInt32LE(value, at) : copy.writeUInt32BE(value, at),
  )
}

/** A number in text becomes another one. */
function changeNumber(random: Random, bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  const numbers = [...text.slice(0, 1_000_000).matchAll(/\d+/g)]
  if (numbers.length === 0) {
    return changeLength(random, bytes)
  }
  const found = random.pick(numbers)
  const value = random.pick([
    '-1',
    '0',
    '1e999',
    '99999999999999999999',
    'null',
    '"x"',
    '[]',
    '{}',
    '0.5',
    'NaN',
  ])
  return Buffer.from(
    `${text.slice(0, found.index)}${value}${text.slice(found.index + found[0].length)}`,
    'latin1',
  )
}

function swapBlocks(random: Random, bytes: Buffer): Buffer {
  const size = Math.min(random.between(1, 512), Math.floor(bytes.length / 2))
  const [first, second] = [placeIn(random, bytes), random.below(bytes.length)].sort((a, b) => a - b)
  const end = Math.min(first + size, second)
  return Buffer.concat([
    bytes.subarray(0, first),
    bytes.subarray(second, second + size),
    bytes.subarray(end, second),
    bytes.subarray(first, end),
    bytes.subarray(second + size),
  ])
}

function repeatBlock(random: Random, bytes: Buffer): Buffer {
  const at = placeIn(random, bytes)
  const block = bytes.subarray(at, at + random.between(1, 512))
  const copies = Array.from({ length: random.between(1, 200) }, () => block)
  return Buffer.concat([bytes.subarray(0, at), ...copies, bytes.subarray(at)])
}

function blank(random: Random, bytes: Buffer): Buffer {
  const size = random.between(1, Math.max(1, Math.floor(bytes.length / 2)))
  return changedAt(random, bytes, size, (copy, at) => copy.fill(random.pick([0, 255, 32]), at, at + size))
}

const MUTATIONS: readonly Mutation[] = [
  flipBits,
  flipBits,
  cut,
  leaveOut,
  insert,
  changeLength,
  changeLength,
  changeNumber,
  swapBlocks,
  repeatBlock,
  blank,
]

/** One to three mutations of a file, one after the other. A file without bytes stays so. */
export function mutated(random: Random, bytes: Buffer): Buffer {
  let result = bytes
  for (let count = random.between(1, 3); count > 0 && result.length > 0; count -= 1) {
    result = random.pick(MUTATIONS)(random, result)
  }
  return result
}
