import { z } from 'zod'
import { reviewStateSchema } from '../../../domain/pair'
import { emptyRle, unionRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { originSchema, proposedBySchema } from '../../pair-record'
import { groupBy } from '../../../basics/group-by'
import { splitOf } from '../../split-names'
import { entriesOf } from '../../import/captions-list'
import type { ImportedRegion, FormatReader, RawItem, ReadContext } from '../../import/item'
import type { Size } from '../../../mask/bitmap'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import { shown } from '../../import/source'
import type { Source } from '../../import/source'
import { isPassedOver, isRead, maskOfShape } from './shapes'

const IMAGE_FOLDERS = ['', 'images']
const LOCAL_FILE = /^\/?data\/local-files\/\?d=(.*)$/

const resultSchema = z.looseObject({
  id: z.string().optional(),
  parentID: z.string().nullish(),
  type: z.string(),
  to_name: z.string().optional(),
  original_width: z.number().optional(),
  original_height: z.number().optional(),
  score: z.number().min(0).max(1).nullish(),
  meta: z.looseObject({ origin: originSchema.optional() }).optional(),
  /** Absent in what draws and says nothing, such as a relation. */
  value: z.record(z.string(), z.unknown()).nullish(),
})
type Result = z.output<typeof resultSchema>

const annotationSchema = z.looseObject({
  was_cancelled: z.boolean().optional(),
  result: z.array(resultSchema),
})

const taskSchema = z.looseObject({
  id: z.union([z.int(), z.string()]).optional(),
  data: z.looseObject({
    before: z.string().min(1),
    after: z.string().min(1),
    key: z.string().min(1).optional(),
    split: z.string().nullish(),
    caption_origins: z.array(originSchema).optional(),
    state: reviewStateSchema.optional(),
    proposed_by: proposedBySchema.nullish(),
  }),
  annotations: z.array(annotationSchema).optional(),
})
type Task = z.output<typeof taskSchema>

/**
 * Tasks of Label Studio whose data has `before` and `after`. Brushes, polygons, rectangles, ellipses and text
 * areas of the first annotation that was not cancelled. Source: labelstud.io/guide/task_format.html.
 */
export const labelStudioReader: FormatReader = {
  fits: async (source) => (await tasksFile(source)) !== null,
  async *read({ source, problems }: ReadContext) {
    const file = await tasksFile(source)
    if (file === null) {
      return
    }
    const json = await source.json(file)
    for (const { entry, location } of entriesOf(json, file, taskSchema, problems)) {
      const name = entry.data.key ?? String(entry.id ?? entry.data.after)
      try {
        const item = await itemOf(entry, name, location, source)
        warnOfShapes(resultsOf(entry), (text) => problems.warn(location, text, name))
        yield item
      } catch (error) {
        problems.leaveOut(error, location, name)
      }
    }
  },
}

async function tasksFile(source: Source): Promise<string | null> {
  const names = await source.list('')
  const exported = names.filter((name) => /^project-\d.*\.json$/.test(name))
  return source.firstOf(['tasks.json', ...exported])
}

function resultsOf({ annotations }: Task): readonly Result[] {
  return annotations?.find(({ was_cancelled }) => was_cancelled !== true)?.result ?? []
}

async function itemOf(task: Task, key: string, location: SourceLocation, source: Source): Promise<RawItem> {
  const { data } = task
  const results = resultsOf(task)
  return {
    location,
    key,
    split: splitOf(data.split ?? ''),
    before: await source.image(pathOf(data.before), IMAGE_FOLDERS),
    after: await source.image(pathOf(data.after), IMAGE_FOLDERS),
    captions: results
      .filter(({ type }) => type === 'textarea')
      .flatMap(({ value }) => textsOf(value?.['text'])),
    captionOrigins: data.caption_origins,
    state: data.state,
    proposedBy: data.proposed_by,
    regions: (size) => regionsOf(results, size),
  }
}

/** @throws ImportProblem where it cannot be decoded */
function pathOf(url: string): string {
  const encoded = LOCAL_FILE.exec(url)?.[1]
  if (encoded === undefined) {
    return url
  }
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new ImportProblem(`${encoded} is no path.`)
  }
}

function textsOf(text: unknown): string[] {
  return z.array(z.string()).safeParse(text).data ?? (typeof text === 'string' ? [text] : [])
}

/** Told once for each type. */
function warnOfShapes(results: readonly Result[], warn: (message: string) => void): void {
  const passedOver = results.filter(({ type }) => isPassedOver(type))
  for (const [type, { length }] of groupBy(passedOver, (result) => result.type)) {
    warn(`Shapes of the type ${shown(type)} are not read: ${length}.`)
  }
}

/** What was drawn on the before image for a region is its mask there; alone, it is a region that is gone. */
function regionsOf(results: readonly Result[], size: Size): ImportedRegion[] {
  const drawn = results.filter(({ type }) => isRead(type))
  const parents = new Set(drawn.flatMap(({ id, to_name }) => (to_name === 'before' ? [] : [id])))
  const isMoved = ({ to_name, parentID }: Result): boolean =>
    to_name === 'before' && parentID != null && parents.has(parentID)
  const before = groupBy(drawn.filter(isMoved), ({ parentID }) => parentID)
  return drawn
    .filter((result) => !isMoved(result))
    .map((result) => {
      const isBefore = result.to_name === 'before'
      const mask = maskOf(result, size)
      const moved = (before.get(result.id) ?? []).map((one) => maskOf(one, size))
      return {
        category: categoryOf(result),
        mask: isBefore ? emptyRle(size.width, size.height) : mask,
        beforeMask: isBefore ? mask : moved.length === 0 ? null : moved.reduce(unionRle),
        score: result.score ?? null,
        origin: result.meta?.origin ?? 'imported',
      }
    })
}

function categoryOf({ type, value }: Result): string {
  const [name] = z.array(z.string().min(1).max(120)).safeParse(value?.[type]).data ?? []
  return name ?? 'change'
}

/** @throws ImportProblem, RleError */
function maskOf({ type, value, original_width, original_height }: Result, size: Size): Rle {
  if (original_width !== size.width || original_height !== size.height) {
    throw new ImportProblem(
      `A result is for ${original_width} x ${original_height} pixels, and the image has ${size.width} x ${size.height}.`,
    )
  }
  return maskOfShape(type, value ?? {}, size)
}
