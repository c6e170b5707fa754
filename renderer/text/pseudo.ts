import { en } from './en'
import type { Texts } from './texts'

const PLAIN = 'AaCcEeGgIiNnOoSsUuYyZz'
const ACCENTED = 'ÅåÇçÉéĜĝÎîÑñÖöŜŝÛûÝýŽž'
const LONGER_BY = 0.4

function pseudoOf(entry: unknown): unknown {
  if (typeof entry === 'string') {
    return pseudoText(entry, [])
  }
  if (typeof entry === 'function') {
    return (...values: unknown[]) =>
      pseudoText(String(Reflect.apply(entry, null, values)), values.flatMap(membersOf))
  }
  if (Array.isArray(entry)) {
    return entry.map(pseudoOf)
  }
  return Object.fromEntries(
    Object.entries(entry as object).map(([key, inner]: [string, unknown]) => [key, pseudoOf(inner)]),
  )
}

/** Messages of the engine take their values by name. */
function membersOf(value: unknown): unknown[] {
  const isNamed = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isNamed ? Object.values(value) : [value]
}

/** @param values what the text was made from: it stays as it is, and is no longer than before */
function pseudoText(text: string, values: readonly unknown[]): string {
  const kept = values.filter((value): value is string => typeof value === 'string' && value !== '')
  const own = kept.reduce((rest, value) => rest.replaceAll(value, ''), text)
  const letters = own.replaceAll(/[^A-Za-z]/g, '').length
  if (letters === 0) {
    return text
  }
  return `[${accented(text, kept)}${padding(Math.round(letters * LONGER_BY) - 2, /\s/.test(text))}]`
}

/** Of several words where the text is of several, so that lines break as they do in a language. */
function padding(length: number, isOfWords: boolean): string {
  const longer = '~'.repeat(Math.max(1, length))
  return isOfWords ? longer.replaceAll(/~{1,6}/g, (word) => ` ${word}`) : longer
}

function accented(text: string, kept: readonly string[]): string {
  const [value, ...others] = kept
  if (value === undefined) {
    return text.replaceAll(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter)
  }
  return text
    .split(value)
    .map((part) => accented(part, others))
    .join(value)
}

/**
 * English made longer by two fifths, with accents and in brackets: a text of the screen that has no brackets is in no
 * catalogue, and a place that is cut off is too narrow for other languages. For tests of the screen.
 */
export const pseudo: Texts = pseudoOf(en) as Texts
