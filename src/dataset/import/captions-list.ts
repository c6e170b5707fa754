import type { z } from 'zod'
import { ImportProblem } from './problems'
import type { SourceLocation, Problems } from './problems'
import type { JsonText } from './json-text'
import { shown } from './source'
import type { Source } from './source'

/** Splits, and the names of their lists. */
export const SPLIT_FILES: readonly (readonly [split: string, names: readonly string[]])[] = [
  ['train', ['train']],
  ['val', ['val', 'valid', 'validation']],
  ['test', ['test']],
]

/**
 * The entries of a JSON list, each checked against its schema. What is no entry is told, with its line, and the
 * rest goes on.
 * @param nameOf what the entry calls itself, for the report
 */
export function* entriesOf<T extends z.ZodType>(
  json: JsonText,
  file: string,
  schema: T,
  problems: Problems,
  list: { value: unknown; name: string } = { value: json.value, name: '' },
): Generator<{ entry: z.output<T>; location: SourceLocation; index: number }> {
  if (!Array.isArray(list.value)) {
    const where = list.name === '' ? 'a list' : `a list under "${list.name}"`
    problems.error({ file, line: 1 }, `${file} does not hold ${where}.`)
    return
  }
  for (const [index, value] of (list.value as unknown[]).entries()) {
    const result = schema.safeParse(value)
    if (result.success) {
      // the line is searched for only where someone asks
      const location = {
        file,
        get line(): number {
          return json.lineOf(list.name, index)
        },
      }
      yield { entry: result.data, location, index }
    } else {
      problems.error({ file, line: json.lineOf(list.name, index) }, whyNot(result.error), nameIn(value))
    }
  }
}

/** The first issue in words. */
export function whyNot({ issues }: z.ZodError): string {
  const [{ path, message }] = issues
  return path.length === 0 ? `${message}.` : `${path.join('.')}: ${message}.`
}

export function nameIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) {
    return null
  }
  const fields = value as Record<string, unknown>
  const name = ['id', 'uid', 'img_id', 'filename', 'key', 'file_name'].map((key) => fields[key]).find(isName)
  return name === undefined ? null : shown(String(name))
}

function isName(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/**
 * The list of each split that is there, in one of several folders and with one of the split's names. A list that is
 * given as a file may have any name, and then has no split.
 */
export async function listsOf(
  source: Source,
  folders: readonly string[],
  extensions: readonly string[],
): Promise<{ split: string | null; file: string }[]> {
  const found: { split: string | null; file: string }[] = []
  for (const [split, names] of SPLIT_FILES) {
    const paths = folders.flatMap((folder) =>
      names.flatMap((name) =>
        extensions.map((extension) => `${folder === '' ? '' : `${folder}/`}${name}.${extension}`),
      ),
    )
    const file = await source.firstOf(paths)
    if (file !== null) {
      found.push({ split, file })
    }
  }
  const given = givenList(source, extensions)
  return found.length === 0 && given !== null ? [{ split: null, file: given }] : found
}

/** The file that was given in the place of a folder, where it is such a list; it may have any name. */
export function givenList({ onlyFile }: Source, extensions: readonly string[]): string | null {
  const endings = extensions.flatMap((extension) => [`.${extension}`, `.${extension}.gz`])
  return onlyFile !== null && endings.some((ending) => onlyFile.endsWith(ending)) ? onlyFile : null
}

/** Whether the first entry in the JSON lists has these keys. A split without pairs has an empty list. */
export async function listsHaveKeys(
  source: Source,
  folders: readonly string[],
  keys: readonly string[],
): Promise<boolean> {
  for (const { file } of await listsOf(source, folders, ['json'])) {
    const entries = await entriesIn(source, file)
    if (entries === null || entries.length > 0) {
      const first = entries?.[0]
      return typeof first === 'object' && first !== null && keys.every((key) => key in first)
    }
  }
  return false
}

/** Null where the file is no list. */
async function entriesIn(source: Source, file: string): Promise<unknown[] | null> {
  try {
    const { value } = await source.json(file)
    return Array.isArray(value) ? (value as unknown[]) : null
  } catch (error) {
    if (error instanceof ImportProblem) {
      return null
    }
    throw error
  }
}
