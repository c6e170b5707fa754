import { z } from 'zod'
import { reviewStateSchema } from '../../../domain/pair'
import { sequenceFieldsSchema, sequencePlaceOf } from '../../sequence-fields'
import { proposedBySchema } from '../../pair-record'
import { splitOf } from '../../split-names'
import { entriesOf } from '../../import/captions-list'
import type { FormatReader, RawItem, ReadContext } from '../../import/item'
import type { Size } from '../../../mask/bitmap'
import type { JsonText } from '../../import/json-text'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import type { Source } from '../../import/source'
import { annotationSchema, id, isRegion, regionOf } from './annotation'
import type { Listed } from './annotation'

const LIST_FOLDERS = ['annotations', '']
const IMAGE_FOLDERS = ['images', '', 'annotations']

export const imageSchema = sequenceFieldsSchema.extend({
  id,
  file_name: z.string().min(1),
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
  pair_id: z.string().min(1).optional(),
  before_file_name: z.string().min(1).optional(),
  review_state: reviewStateSchema.optional(),
  proposed_by: proposedBySchema.nullish(),
})
type Image = z.output<typeof imageSchema>

export const categorySchema = z.object({ id, name: z.string().min(1).max(120) })

/** One image entry, and what hangs from it in any list of its split. */
interface Entry {
  image: Image
  location: SourceLocation
  annotations: Listed[]
}

/**
 * COCO: instances, captions or both in one file, by split. An image needs our own field `before_file_name`.
 * Source: cocodataset/cocoapi, PythonAPI/pycocotools.
 */
export const cocoReader: FormatReader = {
  listFolders: ['annotations'],
  async fits(source) {
    for (const file of await jsonFiles(source)) {
      const text = await source.json(file).catch(() => null)
      const value = text?.value as { images?: unknown; annotations?: unknown } | null | undefined
      if (Array.isArray(value?.images) && Array.isArray(value.annotations)) {
        return !('sentences' in ((value.images[0] as object | undefined) ?? {}))
      }
    }
    return false
  },
  async *read(context) {
    for (const [split, files] of bySplit(await jsonFiles(context.source))) {
      const entries = new Map<string, Entry>()
      const categories = new Map<string, string>()
      for (const file of files) {
        await readFile(file, entries, categories, context)
      }
      for (const entry of entries.values()) {
        try {
          yield await itemOf(entry, split, categories, context.source)
        } catch (error) {
          context.problems.leaveOut(error, entry.location, nameOf(entry.image))
        }
      }
    }
  },
}

export async function jsonFiles(source: Source): Promise<string[]> {
  const partner = source.onlyFile === null ? null : partnerOf(source.onlyFile)
  for (const folder of LIST_FOLDERS) {
    const names = (await source.list(folder)).filter((name) => /\.json(?:\.gz)?$/.test(name))
    const paths = names.map((name) => (folder === '' ? name : `${folder}/${name}`))
    const there: string[] = []
    for (const path of paths) {
      if (path === partner || (await source.isWanted(path))) {
        there.push(path)
      }
    }
    if (there.length > 0) {
      return there
    }
  }
  return []
}

/** `captions_val.json` of `instances_val.json`, and the reverse: of a list that is given, the other part. */
function partnerOf(file: string): string {
  return file.replace(/(?<=^|\/)(?:instances|captions)(?=_)/, (word) =>
    word === 'captions' ? 'instances' : 'captions',
  )
}

/** `instances_val.json` and `captions_val2017.json` belong together. */
function bySplit(files: readonly string[]): Map<string | null, string[]> {
  const groups = new Map<string | null, string[]>()
  for (const file of files) {
    const word = /(train|val|valid|validation|test)\d*\.json(?:\.gz)?$/.exec(file)?.[1]
    const split = word === undefined ? null : splitOf(word)
    // instances first, as they know categories
    const group = [...(groups.get(split) ?? []), file].sort((a, b) => rank(a) - rank(b))
    groups.set(split, group)
  }
  const order = ['train', 'val', 'test', null]
  return new Map([...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
}

function rank(file: string): number {
  return /(?:^|\/)instances/.test(file) ? 0 : 1
}

async function readFile(
  file: string,
  entries: Map<string, Entry>,
  categories: Map<string, string>,
  { source, problems }: ReadContext,
): Promise<void> {
  let json: JsonText
  try {
    json = await source.json(file)
  } catch (error) {
    problems.leaveOut(error, { file, line: null }, null)
    return
  }
  const lists = (json.value ?? {}) as Record<string, unknown>
  const list = (name: string): { value: unknown; name: string } => ({ value: lists[name], name })
  const own = new Set<string>()
  /** Told once, with the image, and not with each annotation. */
  const others = new Set<string>()
  for (const { entry: image, location } of entriesOf(json, file, imageSchema, problems, list('images'))) {
    const key = String(image.id)
    const known = entries.get(key)?.image
    if (others.has(key) || (!own.has(key) && known !== undefined && !isSame(image, known))) {
      const message = `Another list of this split has image ${key} under another name.`
      problems.error(location, message, nameOf(image))
      others.add(key)
      continue
    }
    if (own.has(key)) {
      problems.error(location, `Another image has the id ${key}.`, nameOf(image))
    } else if (known === undefined) {
      entries.set(key, { image, location, annotations: [] })
    }
    own.add(key)
  }
  const names = new Map<string, string>()
  if (lists['categories'] !== undefined) {
    for (const { entry } of entriesOf(json, file, categorySchema, problems, list('categories'))) {
      names.set(String(entry.id), entry.name)
      categories.set(String(entry.id), entry.name)
    }
  }
  for (const { entry, location } of entriesOf(json, file, annotationSchema, problems, list('annotations'))) {
    const key = String(entry.image_id)
    const owner = own.has(key) ? entries.get(key) : undefined
    if (owner !== undefined) {
      owner.annotations.push({ ...entry, names })
    } else if (!others.has(key)) {
      problems.error(location, `There is no image with the id ${key}.`, key)
    }
  }
}

/** One list may name the image before and another leave it out. */
function isSame(one: Image, other: Image): boolean {
  const [before, otherBefore] = [one.before_file_name, other.before_file_name]
  return one.file_name === other.file_name && (before ?? otherBefore) === (otherBefore ?? before)
}

async function itemOf(
  { image, location, annotations }: Entry,
  split: string | null,
  categories: ReadonlyMap<string, string>,
  source: Source,
): Promise<RawItem> {
  if (image.before_file_name === undefined && !source.isOfPredictions) {
    throw new ImportProblem('It has no before_file_name: COCO has single images, and a pair needs both.')
  }
  const captions = annotations.flatMap(({ caption, origin }) =>
    caption == null ? [] : [{ caption, origin }],
  )
  return {
    location,
    key: nameOf(image),
    split,
    before: await source.image(image.before_file_name ?? image.file_name, IMAGE_FOLDERS),
    after: await source.image(image.file_name, IMAGE_FOLDERS),
    captions: captions.map(({ caption }) => caption),
    captionOrigins: captions.map(({ origin }) => origin ?? 'imported'),
    state: image.review_state,
    proposedBy: image.proposed_by,
    sequence: sequencePlaceOf(image),
    regions: (size) => {
      checkSize(image, size)
      return annotations.filter(isRegion).map((annotation) => regionOf(annotation, categories, size))
    },
  }
}

function nameOf({ pair_id, file_name }: Image): string {
  return pair_id ?? file_name.replace(/\.[^.]*$/, '')
}

function checkSize({ width, height }: Image, size: Size): void {
  if ((width !== undefined && width !== size.width) || (height !== undefined && height !== size.height)) {
    throw new ImportProblem(
      `The list says ${width} x ${height} pixels, and the image has ${size.width} x ${size.height}.`,
    )
  }
}
