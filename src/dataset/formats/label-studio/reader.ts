import { z } from 'zod'
import { reviewStateSchema } from '../../../domain/pair'
import { fillPolygons } from '../../../mask/fill-polygons'
import { decodeBrush } from '../../../mask/label-studio-rle'
import { encodeRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { originSchema, proposedBySchema } from '../../pair-record'
import { splitOf } from '../../split'
import { entriesOf } from '../../import/captions-list'
import type { ImportedRegion, FormatReader, RawItem, ReadContext, Size } from '../../import/item'
import { rleOfBox } from '../../import/masks'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import type { Source } from '../../import/source'

const IMAGE_FOLDERS = ['', 'images']
const LOCAL_FILE = /^\/?data\/local-files\/\?d=(.*)$/

const resultSchema = z.looseObject({
  id: z.string().optional(),
  parentID: z.string().optional(),
  type: z.string(),
  to_name: z.string().optional(),
  original_width: z.number().optional(),
  original_height: z.number().optional(),
  score: z.number().min(0).max(1).nullish(),
  meta: z.looseObject({ origin: originSchema.optional() }).optional(),
  value: z.record(z.string(), z.unknown()),
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
 * Tasks of Label Studio whose data has `before` and `after`. Brushes, polygons, boxes and text areas of the
 * first annotation that was not cancelled. Source: labelstud.io/guide/task_format.html.
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
        yield await itemOf(entry, name, location, source)
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

async function itemOf(
  { data, annotations }: Task,
  key: string,
  location: SourceLocation,
  source: Source,
): Promise<RawItem> {
  const results = annotations?.find(({ was_cancelled }) => was_cancelled !== true)?.result ?? []
  return {
    location,
    key,
    split: splitOf(data.split ?? ''),
    before: await source.image(pathOf(data.before), IMAGE_FOLDERS),
    after: await source.image(pathOf(data.after), IMAGE_FOLDERS),
    captions: results
      .filter(({ type }) => type === 'textarea')
      .flatMap(({ value }) => textsOf(value['text'])),
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

const SHAPES = new Set(['brushlabels', 'polygonlabels', 'rectanglelabels'])

function regionsOf(results: readonly Result[], size: Size): ImportedRegion[] {
  const drawn = results.filter(({ type }) => SHAPES.has(type))
  const before = new Map(
    drawn
      .filter(({ to_name, parentID }) => to_name === 'before' && parentID !== undefined)
      .map((one) => [one.parentID, one]),
  )
  return drawn
    .filter(({ to_name, parentID }) => to_name !== 'before' || parentID === undefined)
    .map((result) => {
      const isBefore = result.to_name === 'before'
      const mask = maskOf(result, size)
      const moved = before.get(result.id)
      return {
        category: categoryOf(result),
        mask: isBefore ? encodeRle({ ...size, data: new Uint8Array(size.width * size.height) }) : mask,
        beforeMask: isBefore ? mask : moved === undefined ? null : maskOf(moved, size),
        score: result.score ?? null,
        origin: result.meta?.origin ?? 'imported',
      }
    })
}

function categoryOf({ type, value }: Result): string {
  const [name] = z.array(z.string().min(1).max(120)).safeParse(value[type]).data ?? []
  return name ?? 'change'
}

function scale(percent: number, side: number): number {
  return Math.round((percent / 100) * side)
}

const percents = { x: z.number(), y: z.number(), width: z.number(), height: z.number() }

/** @throws ImportProblem, RleError */
function maskOf({ type, value, original_width, original_height }: Result, size: Size): Rle {
  if (original_width !== size.width || original_height !== size.height) {
    throw new ImportProblem(
      `A result is for ${original_width} x ${original_height} pixels, and the image has ${size.width} x ${size.height}.`,
    )
  }
  switch (type) {
    case 'brushlabels': {
      const bytes = z.array(z.int().min(0).max(255)).safeParse(value['rle'])
      if (!bytes.success) {
        throw new ImportProblem('A brush has no rle.')
      }
      return encodeRle(decodeBrush(bytes.data, size.width, size.height))
    }
    case 'polygonlabels': {
      const points = z.array(z.tuple([z.number(), z.number()])).safeParse(value['points'])
      if (!points.success) {
        throw new ImportProblem('A polygon has no points.')
      }
      const polygon = points.data.flatMap(([x, y]) => [(x / 100) * size.width, (y / 100) * size.height])
      return fillPolygons([polygon], size.width, size.height)
    }
    default: {
      const box = z.object(percents).safeParse(value)
      if (!box.success) {
        throw new ImportProblem('A rectangle has no x, y, width and height.')
      }
      const { x, y, width, height } = box.data
      const [left, top] = [scale(x, size.width), scale(y, size.height)]
      const [right, bottom] = [scale(x + width, size.width), scale(y + height, size.height)]
      return rleOfBox([left, top, right - left, bottom - top], size, 'a rectangle')
    }
  }
}
