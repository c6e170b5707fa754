import type { z } from 'zod'
import { annotationSchema, isRegion, regionOf } from '../../formats/coco/annotation'
import { categorySchema, imageSchema, jsonFiles } from '../../formats/coco/reader'
import { entriesOf, nameIn, whyNot } from '../captions-list'
import type { FormatReader, RawItem, ReadContext } from '../item'
import { namedImage } from '../named-image'
import { ImportProblem } from '../problems'
import type { Problems, SourceLocation } from '../problems'
import { shown } from '../source'
import type { Source } from '../source'
import { entriesIn, firstEntry, recordFile } from './records'

const RESULT_FILES = ['results.json', 'predictions.json', 'segm.json', 'bbox.json']

type Result = z.output<typeof annotationSchema>

/** Images and categories of a COCO list, by id. */
interface ImageList {
  images: ReadonlyMap<string, { key: string | undefined; before: string | undefined; after: string }>
  categories: ReadonlyMap<string, string>
}

interface Group {
  results: Result[]
  location: SourceLocation
}

/**
 * COCO results: a list of regions and captions, each with the id of its image. Several of one image are one
 * prediction. A number as an id is looked up in `imageList`, or in a COCO list beside the results; a text is the name
 * of the pair. Source: cocodataset.org/#format-results.
 */
export function cocoResultsReader(imageList: Source | null): FormatReader {
  return {
    async fits(source) {
      const file = await recordFile(source, RESULT_FILES)
      const first = file === null ? null : await firstEntry(source, file)
      // a COCO list of images and annotations is a data set
      const { value } = first?.part === '' ? first : { value: null }
      return typeof value === 'object' && value !== null && 'image_id' in value && !('captions' in value)
    },
    async *read(context) {
      const { source, problems } = context
      const file = await recordFile(source, RESULT_FILES)
      if (file === null) {
        throw new ImportProblem(`There is no list of results: ${RESULT_FILES.join(', ')}.`)
      }
      const groups = await groupsIn(file, context)
      const hasNumbers = [...groups.keys()].some((id) => /^\d+$/.test(id))
      const list =
        hasNumbers || imageList !== null ? await readImageList(imageList ?? source, problems) : NO_LIST
      for (const [id, group] of groups) {
        yield itemOf(id, group, list)
      }
    },
  }
}

async function groupsIn(file: string, { source, problems }: ReadContext): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>()
  for await (const { value, location } of entriesIn(source, file)) {
    const parsed = value instanceof ImportProblem ? null : annotationSchema.safeParse(value)
    if (parsed?.success !== true) {
      const reason = parsed === null ? (value as ImportProblem).message : whyNot(parsed.error)
      problems.error(location, reason, imageOf(value))
      continue
    }
    const id = String(parsed.data.image_id)
    const group = groups.get(id) ?? { results: [], location }
    group.results.push(parsed.data)
    groups.set(id, group)
  }
  return groups
}

function imageOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null ? (value as { image_id?: unknown }).image_id : null
  return typeof id === 'string' || typeof id === 'number' ? shown(String(id)) : nameIn(value)
}

const NO_LIST: ImageList = { images: new Map(), categories: new Map() }

/** @param source a COCO list, or a folder with some */
async function readImageList(source: Source, problems: Problems): Promise<ImageList> {
  const images = new Map<string, { key: string | undefined; before: string | undefined; after: string }>()
  const categories = new Map<string, string>()
  for (const file of await listFiles(source)) {
    const json = await source.json(file).catch(() => null)
    const value = (json?.value ?? {}) as Record<string, unknown>
    if (json === null || !Array.isArray(value['images'])) {
      continue
    }
    const list = (name: string): { value: unknown; name: string } => ({ value: value[name], name })
    for (const { entry } of entriesOf(json, file, imageSchema, problems, list('images'))) {
      images.set(String(entry.id), {
        key: entry.pair_id,
        before: entry.before_file_name,
        after: entry.file_name,
      })
    }
    if (value['categories'] !== undefined) {
      for (const { entry } of entriesOf(json, file, categorySchema, problems, list('categories'))) {
        categories.set(String(entry.id), entry.name)
      }
    }
  }
  return { images, categories }
}

/** The results themselves are one of them, which has no images. */
async function listFiles(source: Source): Promise<string[]> {
  if (source.onlyFile !== null && !source.isOfPredictions) {
    return [source.onlyFile]
  }
  const beside = (await source.list('')).filter((name) => /\.json(?:\.gz)?$/.test(name))
  const lists = source.onlyFile === null ? await jsonFiles(source) : await annotationLists(source)
  return [...new Set([...lists, ...beside])]
}

async function annotationLists(source: Source): Promise<string[]> {
  const names = await source.list('annotations')
  return names.filter((name) => /\.json(?:\.gz)?$/.test(name)).map((name) => `annotations/${name}`)
}

function itemOf(id: string, { results, location }: Group, { images, categories }: ImageList): RawItem {
  const image = images.get(id)
  const captions = results.flatMap(({ caption }) => (caption == null ? [] : [caption]))
  const found = results.filter(isRegion)
  const after = namedImage(image?.after ?? id)
  return {
    location,
    key: image?.key ?? image?.after ?? id,
    split: null,
    before: image?.before === undefined ? after : namedImage(image.before),
    after,
    captions,
    regions: (size) =>
      found.map((result) => regionOf({ ...result, names: namesFor(result, categories) }, categories, size)),
  }
}

/** A list without its categories has numbers alone. */
function namesFor(
  { category_id: id }: Result,
  categories: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const key = String(id)
  return id == null || categories.has(key) ? categories : new Map([[key, `class ${key}`]])
}
