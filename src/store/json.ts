import type { z } from 'zod'
import { StoreError } from './database'

/** Reads a JSON column. @throws StoreError where the stored text is not what `schema` says. */
export function readJson<T extends z.ZodType>(schema: T, text: string, what: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new StoreError(`The project store holds a damaged ${what}.`, { cause: error })
  }
}

export function readNullableJson<T extends z.ZodType>(
  schema: T,
  text: string | null,
  what: string,
): z.output<T> | null {
  return text === null ? null : readJson(schema, text, what)
}
