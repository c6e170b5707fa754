import type { Attributes, Reference, Relation } from './reference'
import {
  COLOR_WORDS,
  EXTREME_WORDS,
  MATERIAL_WORDS,
  NOUN_WORDS,
  RELATION_WORDS,
  SIZE_WORDS,
  readWords,
} from './words'

export interface Source {
  readonly tokens: readonly string[]
  readonly words: ReadonlySet<string>
  /** Definite references read so far, by the index of their first token: most templates begin with one. */
  readonly definite: Map<number, Read<Reference>[]>
}

interface Read<T> {
  readonly value: T
  readonly next: number
}

export function readDefinite(source: Source, at: number): Read<Reference>[] {
  const known = source.definite.get(at)
  if (known !== undefined) {
    return known
  }
  const read = readReferences(source.tokens, at, 'the')
  source.definite.set(at, read)
  return read
}

/** A noun phrase, and the same with the relation that follows it. */
export function readReferences(
  tokens: readonly string[],
  at: number,
  article: 'the' | 'a',
): Read<Reference>[] {
  let next = at + 1
  if (article === 'the' ? tokens[at] !== 'the' : tokens[at] !== 'a' && tokens[at] !== 'an') {
    return []
  }
  if (article === 'a' && tokens[next] === 'new') {
    next += 1
  }
  const extreme = readWords(EXTREME_WORDS, tokens, next)
  const head = readAttributes(tokens, extreme?.next ?? next)
  if (head === null) {
    return []
  }
  const plain = { ...head.value, extreme: extreme?.key ?? null, relation: null }
  const related = readRelation(tokens, head.next)
  return [
    { value: plain, next: head.next },
    ...related.map((relation) => ({ value: { ...plain, relation: relation.value }, next: relation.next })),
  ]
}

export function readRelation(tokens: readonly string[], at: number): Read<Relation>[] {
  const words = readWords(RELATION_WORDS, tokens, at)
  if (words === null || tokens[words.next] !== 'the') {
    return []
  }
  const anchor = readAttributes(tokens, words.next + 1)
  if (anchor === null) {
    return []
  }
  return [{ value: { direction: words.key, anchor: anchor.value }, next: anchor.next }]
}

function readAttributes(tokens: readonly string[], at: number): Read<Attributes> | null {
  const size = readWords(SIZE_WORDS, tokens, at)
  const color = readWords(COLOR_WORDS, tokens, size?.next ?? at)
  const material = readWords(MATERIAL_WORDS, tokens, color?.next ?? size?.next ?? at)
  const noun = readWords(NOUN_WORDS, tokens, material?.next ?? color?.next ?? size?.next ?? at)
  if (noun === null) {
    return null
  }
  return {
    value: {
      size: size?.key ?? null,
      color: color?.key ?? null,
      material: material?.key ?? null,
      noun: noun.key,
    },
    next: noun.next,
  }
}
