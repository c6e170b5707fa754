import type { Parameter } from '../graph'
import type { Tokenizer } from '../text/bpe/tokenizer'

/** Categories of the first model, then new ones, sorted. */
export function extendCategories(existing: readonly string[], used: Iterable<string>): string[] {
  return [...existing, ...[...new Set(used)].filter((category) => !existing.includes(category)).sort()]
}

interface EmbeddingTable {
  readonly name: string
  /** Values that belong to one entry are `stride` apart where they are columns, side by side where they are rows. */
  readonly axis: 'rows' | 'columns'
}

const WORD_TABLES: readonly EmbeddingTable[] = [
  { name: 'caption.words.weight', axis: 'rows' },
  { name: 'caption.output.weight', axis: 'columns' },
  { name: 'caption.output.bias', axis: 'columns' },
]
const CATEGORY_TABLES: readonly EmbeddingTable[] = [
  { name: 'regions.category.weight', axis: 'columns' },
  { name: 'regions.category.bias', axis: 'columns' },
]

/**
 * Weights for more words and categories. A new word begins as the mean of the tokens that it was written with, a new
 * category as the mean of all. @throws RangeError where the weights are of another family
 */
export function resizeEmbeddings(
  values: ReadonlyMap<string, Float32Array>,
  before: { tokenizer: Tokenizer; categories: number },
  after: { tokenizer: Tokenizer; categories: number },
): Map<string, Float32Array> {
  const resized = new Map(values)
  const words = sourceTokensOfNewWords(before.tokenizer, after.tokenizer)
  for (const table of WORD_TABLES) {
    appendEntries(resized, table, before.tokenizer.size, words)
  }
  const all = Array.from({ length: before.categories }, (_, index) => index + 1)
  const categories = Array.from({ length: after.categories - before.categories }, () => all)
  for (const table of CATEGORY_TABLES) {
    appendEntries(resized, table, before.categories + 1, categories)
  }
  return resized
}

interface VocabularyModel {
  readonly tokenizer: Tokenizer
  readonly parameters: readonly Parameter[]
}

/**
 * Resizes every table of a model that has an entry for each word, whatever its name; new entries begin as in
 * `resizeEmbeddings`. @throws RangeError where more than the words differs between both
 */
export function resizeWordEmbeddings(
  values: ReadonlyMap<string, Float32Array>,
  before: VocabularyModel,
  after: VocabularyModel,
): Map<string, Float32Array> {
  const resized = new Map(values)
  const words = sourceTokensOfNewWords(before.tokenizer, after.tokenizer)
  const shapes = new Map(before.parameters.map(({ source: { name }, shape }) => [name, shape]))
  for (const { source, shape } of after.parameters) {
    const table = wordTable(source.name, shapes.get(source.name) ?? [], shape)
    if (table !== null) {
      appendEntries(resized, table, before.tokenizer.size, words)
    }
  }
  return resized
}

type Shape = Parameter['shape']

/** Null where both are alike. */
function wordTable(name: string, old: Shape, now: Shape): EmbeddingTable | null {
  const differingAxes = now.flatMap((side, axis) => (side === old[axis] ? [] : [axis]))
  if (old.length === now.length && differingAxes.length === 0) {
    return null
  }
  if (old.length !== now.length || differingAxes.length !== 1 || now.length > 2) {
    throw new RangeError(`${name} is no table of words`)
  }
  return { name, axis: now.length === 2 && differingAxes[0] === 0 ? 'rows' : 'columns' }
}

/** For each new word, the old tokens of its spelling. */
function sourceTokensOfNewWords(before: Tokenizer, after: Tokenizer): (readonly number[])[] {
  return Array.from({ length: after.size - before.size }, (_, index) =>
    sourceTokens(after.bytesOf(before.size + index), before),
  )
}

/** The old tokens of a new one's bytes. */
function sourceTokens(bytes: readonly number[], tokenizer: Tokenizer): readonly number[] {
  return tokenizer.encodePiece(new TextDecoder().decode(Uint8Array.from(bytes)))
}

function appendEntries(
  values: Map<string, Float32Array>,
  { name, axis }: EmbeddingTable,
  count: number,
  sources: readonly (readonly number[])[],
): void {
  const old = values.get(name)
  if (old === undefined) {
    throw new RangeError(`the model has no ${name}`)
  }
  const width = old.length / count
  const total = count + sources.length
  const resized = new Float32Array(width * total)
  const offsetOf = (entry: number, at: number, entries: number): number =>
    axis === 'rows' ? entry * width + at : at * entries + entry
  for (let at = 0; at < width; at++) {
    for (let entry = 0; entry < count; entry++) {
      resized[offsetOf(entry, at, total)] = old[offsetOf(entry, at, count)]
    }
    sources.forEach((parts, index) => {
      const sum = parts.reduce((total, part) => total + old[offsetOf(part, at, count)], 0)
      resized[offsetOf(count + index, at, total)] = sum / Math.max(1, parts.length)
    })
  }
  values.set(name, resized)
}
