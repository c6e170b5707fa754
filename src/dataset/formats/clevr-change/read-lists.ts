import { z } from 'zod'
import { mapOf } from '../../../domain/map-of'
import { whyNot } from '../../import/captions-list'
import type { ReadContext } from '../../import/item'

const splitsSchema = mapOf(z.array(z.int().min(0)))
const typesSchema = mapOf(z.array(z.string()))
const boxSchema = z.array(z.number()).length(4).nullable()
const boxesSchema = z.object({ bbox_before: boxSchema, bbox_after: boxSchema })

export type Boxes = z.output<typeof boxesSchema>

/** What the lists beside the captions say, by number. */
export interface Lists {
  splits: ReadonlyMap<number, string>
  types: ReadonlyMap<number, string>
  boxes: ReadonlyMap<number, Boxes>
}

export function numberOf(name: string): number | null {
  const digits = /(\d+)\.[^.]*$/.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

export async function readLists(folder: string, context: ReadContext): Promise<Lists> {
  const splits = new Map<number, string>()
  const types = new Map<number, string>()
  const boxes = new Map<number, Boxes>()
  await eachEntry([`${folder}splits.json`], splitsSchema, context, (split, numbers) => {
    numbers.forEach((number) => splits.set(number, split))
  })
  const typeFiles = [`${folder}type_mapping.json`, `${folder}type_mapping_v2.json`]
  await eachEntry(typeFiles, typesSchema, context, (type, names) => {
    names.forEach((name) => types.set(numberOf(name) ?? Number.parseInt(name, 10), type))
  })
  const boxFile = [`${folder}change_captions_with_bbox.json`]
  await eachEntry(boxFile, mapOf(boxesSchema), context, (number, entry) => {
    boxes.set(Number(number), entry)
  })
  return { splits, types, boxes }
}

/** A list that is not there, or not as it must be, is as if it were empty; the latter is told. */
async function eachEntry<T>(
  files: readonly string[],
  schema: z.ZodType<ReadonlyMap<string, T>>,
  { source, problems }: ReadContext,
  visit: (name: string, value: T) => void,
): Promise<void> {
  const file = await source.firstOf(files)
  if (file === null) {
    return
  }
  const json = await source.json(file)
  const result = schema.safeParse(json.value)
  if (result.success) {
    result.data.forEach((value, name) => visit(name, value))
  } else {
    const [key] = result.error.issues[0].path
    const line = typeof key === 'string' ? json.lineOf('', key) : 1
    problems.error({ file, line }, `${whyNot(result.error)} The file is passed over.`)
  }
}
