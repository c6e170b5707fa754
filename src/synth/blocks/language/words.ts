import type { Color, Material, Shape, Size } from '../thing'

/** Nouns of a reference; `any` for words that name no shape. */
export type Noun = Shape | 'any'

/** Direction of the thing, from the camera. */
export const DIRECTIONS = ['left', 'right', 'front', 'behind'] as const
export type Direction = (typeof DIRECTIONS)[number]

type Words<K extends string> = Readonly<Record<K, readonly string[]>>

/** The first of each list is the commonest; lists do not share a word. */
export const SIZE_WORDS: Words<Size> = {
  small: ['small', 'tiny', 'little'],
  medium: ['medium', 'mid-sized'],
  large: ['large', 'big'],
}
export const MATERIAL_WORDS: Words<Material> = {
  rubber: ['rubber', 'matte'],
  metal: ['metal', 'metallic', 'shiny'],
}
export const NOUN_WORDS: Words<Noun> = {
  cube: ['cube', 'block'],
  sphere: ['sphere', 'ball'],
  cylinder: ['cylinder'],
  any: ['thing', 'object'],
}
export const COLOR_WORDS: Words<Color> = {
  gray: ['gray'],
  red: ['red'],
  blue: ['blue'],
  green: ['green'],
  brown: ['brown'],
  purple: ['purple'],
  cyan: ['cyan'],
  yellow: ['yellow'],
}
export const RELATION_WORDS: Words<Direction> = {
  left: ['left of', 'to the left of', 'on the left side of', 'that is left of'],
  right: ['right of', 'to the right of', 'on the right side of', 'that is right of'],
  front: ['in front of', 'that is in front of'],
  behind: ['behind', 'that is behind'],
}
export const EXTREME_WORDS: Words<Direction> = {
  left: ['leftmost'],
  right: ['rightmost'],
  front: ['nearest', 'closest'],
  behind: ['farthest'],
}
export const WAY_WORDS: Words<Direction> = {
  left: ['to the left', 'left'],
  right: ['to the right', 'right'],
  front: ['closer to the camera', 'forward', 'to the front'],
  behind: ['away from the camera', 'back', 'to the back'],
}

interface Entry<K extends string> {
  readonly key: K
  readonly rest: readonly string[]
}

/** Entries of each word list by their first word, the longest first. */
const indexes = new WeakMap<object, Map<string, Entry<string>[]>>()

function indexOf<K extends string>(words: Words<K>): Map<string, Entry<K>[]> {
  const known = indexes.get(words) as Map<string, Entry<K>[]> | undefined
  if (known !== undefined) {
    return known
  }
  const index = new Map<string, Entry<K>[]>()
  for (const [key, list] of Object.entries(words) as [K, readonly string[]][]) {
    for (const text of list) {
      const [head, ...rest] = text.split(' ')
      const entries = index.get(head) ?? []
      entries.push({ key, rest })
      index.set(
        head,
        entries.sort((a, b) => b.rest.length - a.rest.length),
      )
    }
  }
  indexes.set(words, index)
  return index
}

/** The key whose list contains the words at `at`, the longest first; null if none does. */
export function readWords<K extends string>(
  words: Words<K>,
  tokens: readonly string[],
  at: number,
): { readonly key: K; readonly next: number } | null {
  if (at >= tokens.length) {
    return null
  }
  const entry = indexOf(words)
    .get(tokens[at])
    ?.find(({ rest }) => rest.every((part, i) => tokens[at + 1 + i] === part))
  return entry === undefined ? null : { key: entry.key, next: at + 1 + entry.rest.length }
}
