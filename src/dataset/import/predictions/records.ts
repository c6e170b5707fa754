import type { SourceLocation } from '../problems'
import { ImportProblem } from '../problems'
import type { JsonText } from '../json-text'
import type { Source } from '../source'

/** One entry of a list or an object. */
export interface Entry {
  /** Its key in an object; null in a list. */
  key: string | null
  value: unknown
  /** Name of the part of the file that holds it; empty at the top. */
  part: string
  location: SourceLocation
}

/** Lists that hold the entries, where a file is an object of several parts. */
const PARTS = ['predictions', 'proposals', 'results', 'annotations', 'images']

/**
 * The entries of a JSON list, of a JSON object by key, or of JSON lines.
 * @throws ImportProblem where the file is none of them
 */
export async function* entriesIn(source: Source, file: string): AsyncGenerator<Entry> {
  if (/\.jsonl(?:\.gz)?$/.test(file)) {
    for await (const { value, location } of source.lines(file)) {
      yield { key: null, value, part: '', location }
    }
    return
  }
  const json = await source.json(file)
  const { list, value } = partOf(json.value)
  if (typeof value !== 'object' || value === null) {
    throw new ImportProblem(`${file} holds neither a list nor an object.`, { file, line: 1 })
  }
  if (Array.isArray(value)) {
    for (const [index, entry] of (value as unknown[]).entries()) {
      yield { key: null, value: entry, part: list, location: placeIn(json, file, list, index) }
    }
    return
  }
  for (const [key, entry] of Object.entries(value)) {
    yield { key, value: entry, part: list, location: placeIn(json, file, list, key) }
  }
}

function partOf(value: unknown): { list: string; value: unknown } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const parts = value as Record<string, unknown>
    const list = PARTS.find((name) => typeof parts[name] === 'object' && parts[name] !== null)
    if (list !== undefined) {
      return { list, value: parts[list] }
    }
  }
  return { list: '', value }
}

/** The line is searched for only where someone asks. */
function placeIn(json: JsonText, file: string, list: string, name: string | number): SourceLocation {
  return {
    file,
    get line(): number {
      return json.lineOf(list, name)
    },
  }
}

/** The first entry; null where there is none or the file cannot be read. */
export async function firstEntry(source: Source, file: string): Promise<Entry | null> {
  try {
    for await (const entry of entriesIn(source, file)) {
      return entry
    }
  } catch (error) {
    if (!(error instanceof ImportProblem)) {
      throw error
    }
  }
  return null
}

/** The file that was given, else the first of these names that is there. */
export async function recordFile(source: Source, names: readonly string[]): Promise<string | null> {
  if (source.onlyFile !== null) {
    return /\.jsonl?(?:\.gz)?$/.test(source.onlyFile) ? source.onlyFile : null
  }
  return source.firstOf(names)
}
