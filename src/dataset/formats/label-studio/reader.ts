import { z } from 'zod'
import { reviewStateSchema } from '../../../domain/pair'
import { emptyRle, unionRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { originSchema, proposedBySchema, statusSchema } from '../../pair-record'
import { groupBy } from '../../../basics/group-by'
import { splitOf } from '../../split-names'
import { entriesOf, givenList } from '../../import/captions-list'
import type { ImportedRegion, FormatReader, RawItem, ReadContext } from '../../import/item'
import type { Size } from '../../../mask/bitmap'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import { shown } from '../../import/source'
import type { Source } from '../../import/source'
import { ImageTags } from './image-tags'
import type { Side } from './image-tags'
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
  meta: z.looseObject({ origin: originSchema.optional(), status: statusSchema.catch(undefined) }).optional(),
  /** Absent in what draws and says nothing, such as a relation. */
  value: z.record(z.string(), z.unknown()).nullish(),
})
type Result = z.output<typeof resultSchema>

const annotationSchema = z.looseObject({
  was_cancelled: z.boolean().nullish(),
  ground_truth: z.boolean().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  result: z.array(resultSchema),
})
type Annotation = z.output<typeof annotationSchema>

const imagesSchema = z.looseObject({ before: z.string().min(1), after: z.string().min(1) })

const taskSchema = z.looseObject({
  id: z.union([z.int(), z.string()]).optional(),
  data: imagesSchema.extend({
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
 * areas of one annotation each. Source: labelstud.io/guide/task_format.html.
 */
export const labelStudioReader: FormatReader = {
  async fits(source) {
    const file = await tasksFile(source)
    return file !== null && (file !== givenList(source, ['json']) || (await isTaskList(source, file)))
  },
  async *read({ source, problems }: ReadContext) {
    const file = await tasksFile(source)
    if (file === null) {
      return
    }
    const json = await source.json(file)
    const tags = await ImageTags.read(source)
    const counts = { unannotated: 0, others: 0 }
    for (const { entry, location } of entriesOf(json, file, taskSchema, problems)) {
      const name = entry.data.key ?? String(entry.id ?? entry.data.after)
      try {
        const inForce = (entry.annotations ?? []).filter(({ was_cancelled }) => was_cancelled !== true)
        const annotation = chosenOf(inForce)
        const item = await itemOf(entry, annotation, { name, location, source, tags })
        warnOfResults(annotation?.result ?? [], (text) => problems.warn(location, text, name))
        counts.unannotated += annotation === null ? 1 : 0
        counts.others += Math.max(0, inForce.length - 1)
        yield item
      } catch (error) {
        problems.leaveOut(error, location, name)
      }
    }
    warnOfAnnotations(counts, (text) => problems.warn({ file, line: null }, text))
  },
}

/** A list that is given as a file may have any name. */
async function tasksFile(source: Source): Promise<string | null> {
  const names = await source.list('')
  const exported = names.filter((name) => /^project-\d.*\.json$/.test(name))
  return (await source.firstOf(['tasks.json', ...exported])) ?? givenList(source, ['json'])
}

async function isTaskList(source: Source, file: string): Promise<boolean> {
  const { value } = await source.json(file)
  return z.tuple([z.looseObject({ data: imagesSchema })], z.unknown()).safeParse(value).success
}

/** The ground truth, else the one that was changed last, else the first. */
function chosenOf(inForce: readonly Annotation[]): Annotation | null {
  const truth = inForce.find(({ ground_truth }) => ground_truth === true)
  return truth ?? inForce.reduce<Annotation | null>(laterOf, null)
}

function laterOf(one: Annotation | null, other: Annotation): Annotation {
  return one === null || changedAt(other) > changedAt(one) ? other : one
}

/** In milliseconds since 1970; 0 where it is not told. */
function changedAt({ created_at, updated_at }: Annotation): number {
  return Date.parse(updated_at ?? created_at ?? '') || 0
}

interface TaskContext {
  name: string
  location: SourceLocation
  source: Source
  tags: ImageTags
}

/** Without an annotation nobody has said that nothing changed: it is not reviewed, whatever it was before. */
async function itemOf(
  { data }: Task,
  annotation: Annotation | null,
  { name, location, source, tags }: TaskContext,
): Promise<RawItem> {
  const results = annotation?.result ?? []
  const drawn = drawnOf(results, tags)
  return {
    location,
    key: name,
    split: splitOf(data.split ?? ''),
    before: await source.image(pathOf(data.before), IMAGE_FOLDERS),
    after: await source.image(pathOf(data.after), IMAGE_FOLDERS),
    captions: results
      .filter(({ type }) => type === 'textarea')
      .flatMap(({ value }) => textsOf(value?.['text'])),
    captionOrigins: data.caption_origins,
    state: annotation === null ? 'unreviewed' : data.state,
    proposedBy: annotation === null ? null : data.proposed_by,
    regions: (size) => regionsOf(drawn, size),
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
function warnOfResults(results: readonly Result[], warn: (message: string) => void): void {
  const passedOver = results.filter(({ type }) => isPassedOver(type))
  for (const [type, { length }] of groupBy(passedOver, (result) => result.type)) {
    warn(`Shapes of the type ${shown(type)} are not read: ${length}.`)
  }
  const labelled = results.filter(({ type }) => isRead(type))
  const further = labelled.reduce((sum, result) => sum + Math.max(0, labelsOf(result).length - 1), 0)
  if (further > 0) {
    warn(`Labels after the first of a shape are not read: ${further}.`)
  }
}

function warnOfAnnotations(
  { unannotated, others }: { unannotated: number; others: number },
  warn: (message: string) => void,
): void {
  if (unannotated > 0) {
    warn(`Tasks that were skipped, or that nobody has annotated, are unreviewed pairs: ${unannotated}.`)
  }
  if (others > 0) {
    warn(
      `Annotations that are not read: ${others}. Of several of a task the ground truth is, else the one that was ` +
        'changed last.',
    )
  }
}

type Drawn = Result & { side: Side }

/** What draws a shape that is read. @throws ImportProblem where nothing tells on which image */
function drawnOf(results: readonly Result[], tags: ImageTags): Drawn[] {
  return results
    .filter(({ type }) => isRead(type))
    .map((result) => ({
      ...result,
      side: result.to_name === undefined ? 'after' : tags.sideOf(result.to_name),
    }))
}

/** What was drawn on the before image for a region is its mask there; alone, it is a region that is gone. */
function regionsOf(drawn: readonly Drawn[], size: Size): ImportedRegion[] {
  const parents = new Set(drawn.flatMap(({ id, side }) => (side === 'before' ? [] : [id])))
  const isMoved = ({ side, parentID }: Drawn): boolean =>
    side === 'before' && parentID != null && parents.has(parentID)
  const before = groupBy(drawn.filter(isMoved), ({ parentID }) => parentID)
  return drawn
    .filter((result) => !isMoved(result))
    .map((result) => {
      const isBefore = result.side === 'before'
      const mask = maskOf(result, size)
      const moved = (before.get(result.id) ?? []).map((one) => maskOf(one, size))
      return {
        category: labelsOf(result).at(0) ?? 'change',
        mask: isBefore ? emptyRle(size.width, size.height) : mask,
        beforeMask: isBefore ? mask : moved.length === 0 ? null : moved.reduce(unionRle),
        score: result.score ?? null,
        origin: result.meta?.origin ?? 'imported',
        ...(result.meta?.status && { status: result.meta.status }),
      }
    })
}

function labelsOf({ type, value }: Result): string[] {
  return z.array(z.string().min(1).max(120)).safeParse(value?.[type]).data ?? []
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
