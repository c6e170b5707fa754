import type { Rle } from '../../../mask/rle'
import { rectOf } from '../../../mask/measures'
import { boxAround } from '../../../mask/rect'
import type { CountedPair, PlannedPair } from '../../export/export-pair'
import { commaLines, mapped } from '../../export/write-pieces'
import { z } from 'zod'
import { mapOf } from '../../../basics/map-of'
import { captionsOf, NO_CHANGE_SENTENCE } from './triplets'
import type { Triplet } from './triplets'
import { whyNot } from '../../import/captions-list'
import type { ReadContext } from '../../import/item'

/** In the order of the loader's labels. */
const CHANGE_TYPES = ['color', 'material', 'add', 'drop', 'move'] as const
type ChangeType = (typeof CHANGE_TYPES)[number]

const TYPE_OF_CATEGORY = new Map<string, ChangeType>([
  ['color', 'color'],
  ['colour', 'color'],
  ['material', 'material'],
  ['texture', 'material'],
  ['add', 'add'],
  ['added', 'add'],
  ['drop', 'drop'],
  ['dropped', 'drop'],
  ['removed', 'drop'],
  ['move', 'move'],
  ['moved', 'move'],
])

type Box = [x: number, y: number, width: number, height: number]

/** The files beside the images, by name, in pieces. The index of a triplet is its number. */
export function clevrLists(triplets: readonly Triplet<PlannedPair>[]): Record<string, Iterable<string>> {
  const keys = triplets.map((_, index) => `CLEVR_default_${numberOf(index)}.png`)
  const numbered = [...triplets.entries()]
  const splits = { train: numbersIn('train'), val: numbersIn('val'), test: numbersIn('test') }
  const types = CHANGE_TYPES.map((type) => {
    const members = numbered.filter(([, { changed }]) => changeTypeOf(changed) === type)
    return [type, members.map(([index]) => `${numberOf(index)}.png`)]
  })
  return {
    'change_captions.json': dictionary(keys, ({ changed }) => captionsOf(changed)),
    'no_change_captions.json': dictionary(keys, ({ unchanged }) =>
      unchanged === null ? [NO_CHANGE_SENTENCE] : captionsOf(unchanged),
    ),
    'change_captions_with_bbox.json': dictionary(
      keys.map((_, index) => String(index)),
      ({ changed }) => boxesOf(changed),
    ),
    'splits.json': [`${JSON.stringify(splits)}\n`],
    'type_mapping.json': [`${JSON.stringify(Object.fromEntries(types))}\n`],
  }

  function numbersIn(split: string): number[] {
    return numbered.filter(([, { changed }]) => changed.split === split).map(([index]) => index)
  }

  function* dictionary(
    names: readonly string[],
    valueOf: (triplet: Triplet<PlannedPair>) => unknown,
  ): Generator<string> {
    yield '{\n'
    yield* commaLines(
      mapped(numbered, ([index, triplet]) => {
        return `${JSON.stringify(names[index])}: ${JSON.stringify(valueOf(triplet))}`
      }),
    )
    yield '\n}\n'
  }
}

function numberOf(index: number): string {
  return String(index).padStart(6, '0')
}

/** Null if the categories give no type or several. */
export function changeTypeOf({ content }: Pick<CountedPair, 'content'>): ChangeType | null {
  let type: ChangeType | null = null
  for (const { category } of content.regions) {
    const own = TYPE_OF_CATEGORY.get(category.trim().toLowerCase()) ?? null
    if (own === null || (type !== null && own !== type)) {
      return null
    }
    type = own
  }
  return type
}

/** A thing that kept its place has the box of its after mask in both frames. */
function boxesOf(pair: PlannedPair): { bbox_before: Box | null; bbox_after: Box | null } {
  const { regions } = pair.content
  const after = boxOf(regions.map(({ mask }) => mask))
  const type = changeTypeOf(pair)
  const before = boxOf(regions.flatMap(({ beforeMask }) => (beforeMask === null ? [] : [beforeMask])))
  const isInPlace = before === null && (type === 'color' || type === 'material')
  return { bbox_before: isInPlace ? after : before, bbox_after: after }
}

/** Null where no mask has a pixel. */
function boxOf(masks: readonly Rle[]): Box | null {
  const box = boxAround(masks.map(rectOf).filter(({ width }) => width > 0))
  return box === null ? null : [box.x, box.y, box.width, box.height]
}

const splitsSchema = mapOf(z.array(z.int().min(0)))
const typesSchema = mapOf(z.array(z.string()))
const boxSchema = z.array(z.number()).length(4).nullable()
const boxesSchema = z.object({ bbox_before: boxSchema, bbox_after: boxSchema })

export type Boxes = z.output<typeof boxesSchema>

/** Content of the lists beside the captions, by number. */
export interface Lists {
  splits: ReadonlyMap<number, string>
  types: ReadonlyMap<number, string>
  boxes: ReadonlyMap<number, Boxes>
}

export function numberIn(name: string): number | null {
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
    names.forEach((name) => types.set(numberIn(name) ?? Number.parseInt(name, 10), type))
  })
  const boxFile = [`${folder}change_captions_with_bbox.json`]
  await eachEntry(boxFile, mapOf(boxesSchema), context, (number, entry) => {
    boxes.set(Number(number), entry)
  })
  return { splits, types, boxes }
}

/** A missing or invalid list counts as empty; an invalid one is reported. */
async function eachEntry<T>(
  files: readonly string[],
  schema: z.ZodType<ReadonlyMap<string, T>>,
  { source, problems }: ReadContext,
  visit: (name: string, value: T) => void,
): Promise<void> {
  const file = await source.companion(files)
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
