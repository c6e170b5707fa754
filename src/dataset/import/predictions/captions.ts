import { z } from 'zod'
import { rleOfSegmentation } from '../masks'
import { whyNot } from '../captions-list'
import type { FormatReader, ImportedRegion, RawItem } from '../item'
import type { Size } from '../../../mask/bitmap'
import { scoreSchema } from '../item'
import { namedImage } from '../named-image'
import { ImportProblem } from '../problems'
import { shown } from '../source'
import { entriesIn, firstEntry, recordFile } from './records'
import type { Entry } from './records'

export const CAPTION_FILES = ['captions.json', 'predictions.json', 'captions.jsonl', 'predictions.jsonl']

const id = z.union([z.string().min(1), z.int().transform(String)])

const regionSchema = z.object({
  category: z.string().min(1).max(120).default('change'),
  segmentation: z.unknown().optional(),
  mask: z.unknown().optional(),
  before_segmentation: z.unknown().optional(),
  score: scoreSchema.nullish(),
})

/** One pair, under any of the names that lists give to an item and its captions. */
const recordSchema = z.looseObject({
  key: id.optional(),
  image_id: id.optional(),
  img_id: id.optional(),
  uid: id.optional(),
  filename: id.optional(),
  file_name: id.optional(),
  name: id.optional(),
  id: id.optional(),
  caption: z.string().optional(),
  text: z.string().optional(),
  captions: z.union([z.string(), z.array(z.string())]).optional(),
  sentences: z.array(z.string()).optional(),
  regions: z.array(regionSchema).optional(),
  score: scoreSchema.nullish(),
})
type PredictionRecord = z.output<typeof recordSchema>

/**
 * Captions by the name of their pair, and what `deltascribe propose --out` writes: an object of captions or records by
 * key, a list of records, or JSON lines. Records may have regions, as COCO segmentations.
 */
export const captionsReader: FormatReader = {
  async fits(source) {
    const file = await recordFile(source, CAPTION_FILES)
    const first = file === null ? null : await firstEntry(source, file)
    return first !== null && isRecord(first)
  },
  async *read({ source, problems }) {
    const file = await recordFile(source, CAPTION_FILES)
    if (file === null) {
      throw new ImportProblem(`There is no list of captions: ${CAPTION_FILES.join(', ')}.`)
    }
    for await (const entry of entriesIn(source, file)) {
      try {
        yield itemOf(entry)
      } catch (error) {
        problems.leaveOut(error, entry.location, entry.key === null ? null : shown(entry.key))
      }
    }
  },
}

/** Whether the entry has regions beside its captions. */
export function hasRegions({ value }: Entry): boolean {
  return typeof value === 'object' && value !== null && 'regions' in value
}

function isRecord(entry: Entry): boolean {
  try {
    itemOf(entry)
    return true
  } catch {
    // a broken first entry does not decide on the others
    return typeof entry.value === 'object' || typeof entry.value === 'string'
  }
}

/** @throws ImportProblem */
export function itemOf({ key, value, location }: Entry): RawItem {
  if (value instanceof ImportProblem) {
    throw value
  }
  const plain = typeof value === 'string' || Array.isArray(value) ? { captions: value as unknown } : value
  const parsed = recordSchema.safeParse(plain)
  if (!parsed.success) {
    throw new ImportProblem(whyNot(parsed.error))
  }
  const record = parsed.data
  const name = key ?? nameOf(record)
  if (name === undefined) {
    throw new ImportProblem('It does not name its pair: key, image_id, filename or the like is missing.')
  }
  const captions = captionsOf(record)
  if (captions === undefined && record.regions === undefined) {
    throw new ImportProblem('It has neither captions nor regions.')
  }
  const { regions = [], score } = record
  const file = namedImage(name)
  return {
    location,
    key: name,
    split: null,
    before: file,
    after: file,
    captions: captions ?? [],
    regions: (size) => regions.map((region) => regionOf(region, size)),
    score: score ?? undefined,
  }
}

/** COCO and LEVIR-CC records have an `id` of their own beside that of the image. */
function nameOf({
  key,
  image_id,
  img_id,
  uid,
  filename,
  file_name,
  name,
  id: own,
}: PredictionRecord): string | undefined {
  return key ?? image_id ?? img_id ?? uid ?? filename ?? file_name ?? name ?? own
}

function captionsOf({ captions, sentences, caption, text }: PredictionRecord): string[] | undefined {
  const given = captions ?? sentences ?? caption ?? text
  return typeof given === 'string' ? [given] : given
}

function regionOf(
  { category, segmentation, mask, before_segmentation: before, score }: z.output<typeof regionSchema>,
  size: Size,
): ImportedRegion {
  return {
    category,
    mask: rleOfSegmentation(segmentation ?? mask, size, segmentation == null ? 'mask' : 'segmentation'),
    beforeMask: before == null ? null : rleOfSegmentation(before, size, 'before_segmentation'),
    score: score ?? null,
    origin: 'imported',
  }
}
