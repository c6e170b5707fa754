import { SPLIT_NAMES } from './assign-splits'
import type { SplitName } from './assign-splits'
import { shortDigest } from '../../process/sha256'

/** In UTF-8. Most file systems take 255 for a name, encrypted ones 143, and formats add words and extensions. */
const MAX_NAME_BYTES = 100
/** Bytes that are kept of a longer name, before its hash. */
const KEPT_NAME_BYTES = 80

/** A file name without extension that every system takes, made from a key; not unique by itself. */
export function safeName(key: string): string {
  const plain = key.replaceAll('/', '__').replace(/[^\p{L}\p{N}_-]+/gu, '_')
  const isLong = Buffer.byteLength(plain) > MAX_NAME_BYTES
  const name = isLong ? `${firstBytes(plain, KEPT_NAME_BYTES)}_${shortDigest(key, 8)}` : plain
  return /^(con|prn|aux|nul|com\d|lpt\d)?$/i.test(name) ? `_${name}` : name
}

/** Whole characters from the start. */
function firstBytes(text: string, limit: number): string {
  let end = 0
  let size = 0
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > limit) {
      break
    }
    end += character.length
  }
  return text.slice(0, end)
}

/** Unique names, also without regard to upper and lower case. */
export function uniqueNames(keys: readonly string[]): string[] {
  return keys.map(nameMaker())
}

/** Gives one key after the other its unique name. */
export function nameMaker(): (key: string) => string {
  const taken = new Set<string>()
  return (key) => {
    const plain = safeName(key)
    const name = taken.has(plain.toLowerCase()) ? `${plain}_${shortDigest(key, 8)}` : plain
    taken.add(name.toLowerCase())
    return name
  }
}

/**
 * File names unique in their split. A key in its split's folder, `val/000012`, loses that folder: the format has one
 * of its own.
 */
export function uniqueNamesInSplits(keys: readonly string[], splits: readonly SplitName[]): string[] {
  const names = keys.map(() => '')
  for (const split of SPLIT_NAMES) {
    const places = [...keys.keys()].filter((place) => splits[place] === split)
    const inSplit = places.map((place) =>
      keys[place].startsWith(`${split}/`) ? keys[place].slice(split.length + 1) : keys[place],
    )
    for (const [index, name] of uniqueNames(inSplit).entries()) {
      names[places[index]] = name
    }
  }
  return names
}
