import { createHash } from 'node:crypto'

export const splitNames = ['train', 'val', 'test'] as const
export type SplitName = (typeof splitNames)[number]

interface Splittable {
  key: string
  split: string | null
  beforePath: string
}

/** Fewer sequences than this cannot fill three splits: then each pair counts for itself. */
const leastSequences = 5

/**
 * The split of each item, in order. A split that the source gives stays. All others go by a hash of their
 * group, 80 to 10 to 10, so that a pair keeps its split when others are added. Groups keep near-duplicates
 * together: pairs that share a before image; and the frames of a sequence, `Street_000133` and
 * `Street_000140`, where the names tell of at least five sequences with two frames each on average.
 */
export function assignSplits(items: readonly Splittable[]): SplitName[] {
  const sequences = new Set(items.map(({ key }) => sequenceOf(key)))
  const areSequences = sequences.size >= leastSequences && sequences.size * 2 <= items.length
  const groupOfBefore = new Map<string, string>()
  return items.map(({ key, split, beforePath }) => {
    const known = splitNames.find((name) => name === split)
    if (known !== undefined) {
      return known
    }
    const group = groupOfBefore.get(beforePath) ?? (areSequences ? sequenceOf(key) : key)
    groupOfBefore.set(beforePath, group)
    return splitOfGroup(group)
  })
}

/**
 * The key without its frame number: of several numbers at the end the first names the scene, the rest its
 * frame or tile (`scene_386_0512_0768`).
 */
function sequenceOf(key: string): string {
  const match = /^(.*?[^\d_\-. ])((?:[_\-. ]?\d+)+)$/.exec(key)
  if (match === null) {
    return key
  }
  const [, words, numbers] = match
  const first = /^[_\-. ]?\d+/.exec(numbers)?.[0] ?? ''
  return first === numbers ? words : words + first
}

function splitOfGroup(group: string): SplitName {
  const share = createHash('sha256').update(group).digest().readUInt32BE(0) / 2 ** 32
  if (share < 0.8) {
    return 'train'
  }
  return share < 0.9 ? 'val' : 'test'
}

/** A file name without extension that every system takes, made from a key; not unique by itself. */
export function safeName(key: string): string {
  const plain = key.replaceAll('/', '__').replace(/[^\p{L}\p{N}_-]+/gu, '_')
  const name = plain.length > 100 ? `${plain.slice(0, 80)}_${shortHash(key)}` : plain
  return /^(con|prn|aux|nul|com\d|lpt\d)?$/i.test(name) ? `_${name}` : name
}

/** Names that differ by more than upper and lower case. */
export function uniqueNames(keys: readonly string[]): string[] {
  const taken = new Set<string>()
  return keys.map((key) => {
    const plain = safeName(key)
    const name = taken.has(plain.toLowerCase()) ? `${plain}_${shortHash(key)}` : plain
    taken.add(name.toLowerCase())
    return name
  })
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
