// Reads captions back into statements. It knows the templates and the words, and nothing of the scene that a
// caption was made from.

import type { Color, Material, Size } from '../thing'
import type { Reference, Relation } from './reference'
import { GREW_WORDS, LARGER_WORDS, TEMPLATES, mentionsCameraMove } from './templates'
import type { Statement, StatementKind } from './templates'
import { COLOR_WORDS, MATERIAL_WORDS, SIZE_WORDS, WAY_WORDS, readWords } from './words'
import type { Direction } from './words'
import type { Source } from './testing-references'
import { readDefinite, readReferences, readRelation } from './testing-references'

/** Values of a template's slots. */
interface Slots {
  readonly subject?: Reference
  readonly other?: Reference
  readonly color?: Color
  readonly from?: Color
  readonly material?: Material
  readonly size?: Size
  readonly grew?: 'yes' | 'no'
  readonly direction?: Direction
  readonly destination?: Relation
}

interface Match {
  readonly slots: Slots
  readonly next: number
}

const PARSED = (Object.entries(TEMPLATES) as [StatementKind, readonly string[]][]).flatMap(
  ([kind, templates]) =>
    templates.map((template) => ({
      kind,
      camera: mentionsCameraMove(template),
      parts: template.split(' ').filter((part) => part !== '<' && part !== '>'),
      literals: template.split(' ').filter((part) => /^[a-z,]/.test(part)),
    })),
)

/** All readings of a caption, each a list of statements; a sound caption has one. */
export function parseCaption(text: string): Statement[][] {
  const tokens = text.replaceAll(',', ' ,').split(' ')
  return parseFrom({ tokens, words: new Set(tokens), definite: new Map() }, 0)
}

function parseFrom(source: Source, at: number): Statement[][] {
  const { tokens } = source
  const readings: Statement[][] = []
  for (const { kind, camera, parts, literals } of PARSED) {
    if (!literals.every((word) => source.words.has(word))) {
      continue
    }
    for (const { slots, next } of matchParts(source, at, parts, 0, {})) {
      const statement = buildStatement(kind, slots, camera)
      if (statement === null) {
        continue
      }
      if (next === tokens.length) {
        readings.push([statement])
      } else if (tokens[next] === ',' || tokens[next] === 'and') {
        for (const rest of parseFrom(source, next + 1)) {
          readings.push([statement, ...rest])
        }
      }
    }
  }
  return readings
}

function matchParts(
  source: Source,
  at: number,
  parts: readonly string[],
  part: number,
  slots: Slots,
): Match[] {
  if (part === parts.length) {
    return [{ slots, next: at }]
  }
  return matchPart(source, at, parts[part], slots).flatMap((match) =>
    matchParts(source, match.next, parts, part + 1, match.slots),
  )
}

function matchPart(source: Source, at: number, part: string, slots: Slots): Match[] {
  const { tokens } = source
  switch (part) {
    case 'S':
      return readDefinite(source, at).map(({ value, next }) => ({
        slots: { ...slots, subject: value },
        next,
      }))
    case 'P':
      return readDefinite(source, at)
        .filter(({ value }) => value.relation === null)
        .map(({ value, next }) => ({ slots: { ...slots, subject: value }, next }))
    case 'T':
      return readDefinite(source, at).map(({ value, next }) => ({
        slots: { ...slots, other: value },
        next,
      }))
    case 'N':
      return readReferences(tokens, at, 'a')
        .filter(({ value }) => value.relation === null)
        .map(({ value, next }) => ({ slots: { ...slots, subject: value }, next }))
    case 'R':
      return readRelation(tokens, at).flatMap(({ value, next }) =>
        slots.subject === undefined
          ? []
          : [{ slots: { ...slots, subject: { ...slots.subject, relation: value } }, next }],
      )
    case 'D':
      return readRelation(tokens, at).map(({ value, next }) => ({
        slots: { ...slots, destination: value },
        next,
      }))
    case 'COLOR':
      return one(readWords(COLOR_WORDS, tokens, at), (color) => ({ ...slots, color }))
    case 'FROM':
      return one(readWords(COLOR_WORDS, tokens, at), (from) => ({ ...slots, from }))
    case 'MATERIAL':
      return one(readWords(MATERIAL_WORDS, tokens, at), (material) => ({ ...slots, material }))
    case 'SIZE':
      return one(readWords(SIZE_WORDS, tokens, at), (size) => ({ ...slots, size }))
    case 'GREW':
      return one(readWords(GREW_WORDS, tokens, at), (grew) => ({ ...slots, grew }))
    case 'LARGER':
      return one(readWords(LARGER_WORDS, tokens, at), (grew) => ({ ...slots, grew }))
    case 'WAY':
      return one(readWords(WAY_WORDS, tokens, at), (direction) => ({ ...slots, direction }))
    default:
      return tokens[at] === part ? [{ slots, next: at + 1 }] : []
  }
}

function one<K>(read: { readonly key: K; readonly next: number } | null, add: (key: K) => Slots): Match[] {
  return read === null ? [] : [{ slots: add(read.key), next: read.next }]
}

function buildStatement(kind: StatementKind, slots: Slots, camera: boolean): Statement | null {
  const { subject } = slots
  if (kind === 'none') {
    return { kind, camera }
  }
  if (subject === undefined) {
    return null
  }
  switch (kind) {
    case 'color':
      return slots.color === undefined ? null : { kind, subject, from: slots.from ?? null, to: slots.color }
    case 'material':
      return slots.material === undefined ? null : { kind, subject, to: slots.material }
    case 'size':
      return {
        kind,
        subject,
        to: slots.size ?? null,
        grew: slots.grew === undefined ? null : slots.grew === 'yes',
      }
    case 'move':
      return { kind, subject, direction: slots.direction ?? null, destination: slots.destination ?? null }
    case 'swap':
      return slots.other === undefined ? null : { kind, subject, other: slots.other }
    case 'add':
    case 'drop':
    case 'rotate':
      return { kind, subject }
  }
}
