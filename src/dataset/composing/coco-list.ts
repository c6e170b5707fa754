import { z } from 'zod'
import { messageOf } from '../../contract/errors'

/** A photograph or a cutout, with its origin. */
export interface SourceFile {
  /** Relative to its folder, with forward slashes. */
  readonly name: string
  readonly kind: 'photograph' | 'cutout'
  /** As in its list; null if no list gives one. */
  readonly licence: string | null
  readonly origin: string | null
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string
}

/** A source that was left out; the reason is a sentence. */
export interface LeftOutSource {
  readonly name: string
  readonly reason: string
}

/** A list that cannot be used at all. */
export class OutlineListError extends Error {
  override name = 'OutlineListError'
}

const idSchema = z.union([z.int(), z.string().min(1)])
const textSchema = z.string().min(1).max(500)

/** Programs write an empty text for what they do not know. */
const knownOr = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish())

const imageSchema = z.object({
  id: idSchema,
  file_name: z.string().min(1).max(1000),
  width: z.int().min(1),
  height: z.int().min(1),
  licence: knownOr(z.union([textSchema, z.int()])),
  license: knownOr(z.union([textSchema, z.int()])),
  origin: knownOr(textSchema),
  flickr_url: knownOr(textSchema),
  coco_url: knownOr(textSchema),
})

const annotationSchema = z.object({
  id: idSchema.optional(),
  image_id: idSchema,
  category_id: idSchema.nullish(),
  iscrowd: z.union([z.literal(0), z.literal(1), z.boolean()]).nullish(),
  segmentation: z.unknown(),
})

const categorySchema = z.object({ id: idSchema, name: z.string().trim().min(1).max(120) })
const licenceSchema = z.object({ id: idSchema, name: knownOr(textSchema), url: knownOr(textSchema) })

const listSchema = z.object({
  images: z.array(z.unknown()),
  annotations: z.array(z.unknown()),
  categories: z.array(z.unknown()).default([]),
  licenses: z.array(z.unknown()).default([]),
})

export interface ListedOutline {
  /** For messages: "outline 12". */
  readonly name: string
  readonly word: string | null
  readonly segmentation: unknown
}

/** A photograph as a list knows it. */
export interface ListedImage {
  readonly fileName: string
  /** Pixels of the file, to which its outlines are drawn. */
  readonly width: number
  readonly height: number
  readonly licence: string | null
  readonly origin: string | null
  readonly outlines: readonly ListedOutline[]
}

export interface OutlineList {
  /** By file name. */
  readonly images: ReadonlyMap<string, ListedImage>
  /** Outlines of images that are not in the list, or were left out of it. */
  readonly unlisted: readonly ListedOutline[]
  readonly leftOut: readonly LeftOutSource[]
}

/** Reads COCO's instances. Invalid entries are left out by name. @throws OutlineListError */
export function parseOutlines(text: string): OutlineList {
  const list = listSchema.safeParse(parseJson(text))
  if (!list.success) {
    throw new OutlineListError(
      'is not a list in COCO form: it needs "images" and "annotations" (and "categories" for names)',
    )
  }
  const leftOut: LeftOutSource[] = []
  const names = new Map(
    valid(list.data.categories, categorySchema, 'category', leftOut).map(({ id, name }) => [id, name]),
  )
  const licences = new Map(
    valid(list.data.licenses, licenceSchema, 'licence', leftOut).map((licence) => [
      licence.id,
      stated(licence),
    ]),
  )
  const outlines = new Map<string | number, ListedOutline[]>()
  const annotations = valid(list.data.annotations, annotationSchema, 'outline', leftOut)
  for (const [at, annotation] of annotations.entries()) {
    if (annotation.iscrowd === 1 || annotation.iscrowd === true) {
      continue // of many things together
    }
    const own = outlines.get(annotation.image_id) ?? []
    own.push({
      name: `outline ${annotation.id ?? at}`,
      word: names.get(annotation.category_id ?? '') ?? null,
      segmentation: annotation.segmentation,
    })
    outlines.set(annotation.image_id, own)
  }
  const entries = valid(list.data.images, imageSchema, 'image', leftOut)
  const images = entries.map((image): ListedImage => {
    const licence = image.licence ?? image.license ?? null
    return {
      fileName: image.file_name,
      width: image.width,
      height: image.height,
      licence: typeof licence === 'number' ? nameOf(licence, licences) : licence,
      origin: image.origin ?? image.flickr_url ?? image.coco_url ?? null,
      outlines: outlines.get(image.id) ?? [],
    }
  })
  entries.forEach(({ id }) => outlines.delete(id))
  return { images: byFileName(images, leftOut), unlisted: [...outlines.values()].flat(), leftOut }
}

/** An image that is listed again, as in lists that were put together, has the outlines of both. */
function byFileName(images: readonly ListedImage[], leftOut: LeftOutSource[]): Map<string, ListedImage> {
  const joined = new Map<string, ListedImage>()
  for (const image of images) {
    const { fileName, width, height } = image
    const former = joined.get(fileName)
    if (former === undefined) {
      joined.set(fileName, image)
    } else if (former.width === width && former.height === height) {
      joined.set(fileName, {
        ...former,
        licence: bothOf(former.licence, image.licence),
        origin: bothOf(former.origin, image.origin),
        outlines: [...former.outlines, ...image.outlines],
      })
    } else {
      const reason = `is ${width} x ${height} there, and ${former.width} x ${former.height} before`
      leftOut.push({ name: `${fileName}, where it is listed again`, reason })
    }
  }
  return joined
}

function bothOf(former: string | null, latter: string | null): string | null {
  return former === null || latter === null || former === latter ? (former ?? latter) : `${former}; ${latter}`
}

/**
 * Names what a list has and no photograph of a folder: one line each for images and for outlines of none.
 * @param paths all photographs of the folder, one at least
 * @throws OutlineListError where there are outlines, and none is of a photograph
 */
export function unmatched(
  { images, unlisted, leftOut }: OutlineList,
  paths: readonly string[],
): LeftOutSource[] {
  const there = new Set(paths)
  const outlined = [...images.values()].filter(({ outlines }) => outlines.length > 0)
  if (outlined.length > 0 && outlined.every(({ fileName }) => !there.has(fileName))) {
    throw new OutlineListError(
      `outlines nothing in the photographs: it names ${outlined[0].fileName}, and the folder has ${paths[0]}. ` +
        'The names in the list must be paths from the folder of photographs on',
    )
  }
  if (outlined.length === 0 && unlisted.length > 0) {
    const why = leftOut.length === 0 ? '' : ` (${leftOut[0].name}: ${leftOut[0].reason})`
    throw new OutlineListError(`has outlines, but of none of the images that it lists${why}`)
  }
  const missing = [...images.keys()].filter((name) => !there.has(name))
  return [
    ...summary('listed images that are not in the folder of photographs', missing),
    ...summary(
      'outlines of images that the list does not have',
      unlisted.map(({ name }) => name),
    ),
  ]
}

function summary(name: string, all: readonly string[]): LeftOutSource[] {
  return all.length === 0 ? [] : [{ name, reason: `${all.length}, the first is ${all[0]}` }]
}

/** Null where neither is known. */
function stated({ name, url }: z.infer<typeof licenceSchema>): string | null {
  const known = [name ?? null, url ?? null].filter((text) => text !== null)
  return known.length === 2 ? `${known[0]} (${known[1]})` : (known[0] ?? null)
}

/** A number that the list does not explain is kept. */
function nameOf(id: number, licences: ReadonlyMap<string | number, string | null>): string | null {
  const known = licences.get(id)
  return known === undefined ? `licence ${id}` : known
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new OutlineListError(`is not JSON (${messageOf(error)})`, { cause: error })
  }
}

function valid<T>(
  entries: readonly unknown[],
  schema: z.ZodType<T>,
  what: string,
  leftOut: LeftOutSource[],
): T[] {
  return entries.flatMap((entry, at) => {
    const parsed = schema.safeParse(entry)
    if (parsed.success) {
      return [parsed.data]
    }
    const { path, message } = parsed.error.issues[0]
    leftOut.push({ name: `${what} at place ${at}`, reason: `${path.join('.')}: ${message}` })
    return []
  })
}
