import { formatNamed } from '../formats/list'
import { PairLeftOut } from '../export/export-pair'
import { decodeFile, readImageSize } from '../../images/decode'
import { checkOneSize, readMap } from '../../frames/common-grid'
import type { Overlay } from '../../georeference/overlay'
import { ImageError } from '../../images/file'
import { LONGEST_CAPTION } from '../../domain/document'
import { MOST_CHANGES } from '../../domain/diff'
import { rleArea } from '../../mask/rle'
import { sequenceFieldsSchema, sequencePlaceOf } from '../sequence-fields'
import { usableKey } from '../usable-key'
import { proposedBySchema } from '../pair-record'
import type { Origin } from '../pair-record'
import { documentRegion } from './item'
import type { ImportedRegion, ImportItem, RawItem, ReadContext } from './item'
import type { Size } from '../../mask/bitmap'
import { regionsOnGrid } from './on-grid'
import { ImportProblem } from './problems'
import { z } from 'zod'
import { reviewStateSchema } from '../../domain/pair'
import type { Source } from './source'
import { withValues, asSentence } from '../../messages/message'

/** A row of the `pairs.jsonl` that our exports have. */
const rowSchema = z.object({
  key: z.string().min(1),
  after: z.string().min(1),
  captions: z.array(z.string()),
  state: reviewStateSchema,
  proposed_by: proposedBySchema.nullable(),
  ...sequenceFieldsSchema.shape,
})
export type ManifestRow = z.output<typeof rowSchema>

const MANIFEST_NAME = 'pairs.jsonl'

/** Rows by path of the after image. Empty if there is no such list: then only the format's own files count. */
export async function manifestRows(source: Source): Promise<Map<string, ManifestRow>> {
  const rows = new Map<string, ManifestRow>()
  if (!(await source.isThere(MANIFEST_NAME))) {
    return rows
  }
  try {
    for await (const { value } of source.lines(MANIFEST_NAME)) {
      const row = rowSchema.safeParse(value)
      if (row.success) {
        rows.set(row.data.after, row.data)
      }
    }
  } catch (error) {
    if (!(error instanceof ImportProblem)) {
      throw error
    }
  }
  return rows
}

/** An item is one edit, which contains its review state as well. */
const MOST_CONTENTS = MOST_CHANGES - 1

/**
 * The items of a data set, one at a time, whatever its format. An item that cannot be used is reported in
 * the problems of the context, with file and line, and the rest goes on.
 * @param stopIfCancelled throws; called for every item
 */
export async function* readDataset(
  format: string,
  given: ReadContext,
  stopIfCancelled: () => void = () => {},
): AsyncGenerator<ImportItem> {
  const { reader } = formatNamed(format)
  const { problems } = given
  const context = { ...given, source: given.source.above(reader.listFolders ?? []) }
  const rows = await manifestRows(context.source)
  const seen = new Map<string, RawItem['location']>()
  try {
    for await (const raw of reader.read(context)) {
      stopIfCancelled()
      try {
        const row = rows.get(raw.after.path) ?? null
        const item = await context.source.reading.during(raw.after.path, () =>
          finish(raw, row, format, context),
        )
        const known = seen.get(item.key)
        if (known !== undefined) {
          const where = known.line === null ? known.file : `${known.file}:${known.line}`
          throw new ImportProblem(`Another item has the name ${item.key} already, in ${where}.`)
        }
        seen.set(item.key, raw.location)
        yield item
      } catch (error) {
        problems.leaveOut(error, raw.location, raw.key)
      }
    }
  } catch (error) {
    problems.leaveOut(error, { file: '.', line: null }, null)
  }
}

async function finish(
  raw: RawItem,
  row: ManifestRow | null,
  format: string,
  context: ReadContext,
): Promise<ImportItem> {
  const { size, overlay } = await checkedSize(raw, context)
  const regions = await regionsOnGrid(raw, size, overlay, context)
  const { width, height } = overlay?.grid ?? size
  const key = keyOf(row?.key ?? raw.key, raw, context)
  const captions = captionsOf(raw, row, regions, format, context)
  requireRoom(regions, captions)
  const sequence = raw.sequence ?? sequencePlaceOf(row ?? {})
  return {
    location: raw.location,
    key,
    split: raw.split,
    beforePath: raw.before.absolute,
    afterPath: raw.after.absolute,
    width,
    height,
    regions,
    captions,
    state: raw.state ?? row?.state ?? null,
    reviewer: raw.reviewer ?? null,
    proposedBy: raw.proposedBy ?? row?.proposed_by ?? null,
    ...(sequence === undefined ? {} : { sequence }),
  }
}

/**
 * Of the after image, and how the images are laid over each other.
 * @throws ImportProblem if they have two sizes and are not, or a file is no image
 */
async function checkedSize(
  { before, after }: RawItem,
  { isCheck }: ReadContext,
): Promise<{ size: Size; overlay: Overlay | null }> {
  const sizes = []
  for (const { absolute, path } of [before, after]) {
    try {
      sizes.push(await readImageSize(absolute))
      if (isCheck) {
        await decodeFile(absolute)
      }
    } catch (error) {
      // unpacked files have names of our own
      throw error instanceof ImageError
        ? new ImportProblem(asSentence(withValues(error.text, { name: path })))
        : error
    }
  }
  const { overlay, reason } = await readMap({ before: before.absolute, after: after.absolute })
  if (overlay === null) {
    checkOneSize(after.path, sizes[0], sizes[1], reason)
  }
  return { size: sizes[1], overlay }
}

function keyOf(name: string, { location }: RawItem, { problems }: ReadContext): string {
  const key = usableKey(name)
  if (key !== name) {
    problems.warn(location, `It is called ${key} here, as its own name cannot be a file name.`, name)
  }
  return key
}

/** @throws ImportProblem where a pair cannot have so many */
export function requireRoom(regions: readonly unknown[], captions: readonly unknown[]): void {
  if (regions.length + captions.length > MOST_CONTENTS) {
    const count = (regions.length + captions.length).toLocaleString('en')
    throw new ImportProblem(
      `It has ${count} regions and captions, and a pair can have ${MOST_CONTENTS.toLocaleString('en')}.`,
    )
  }
}

/** Captions of the set; as they were typed, if our own list has them and the format's own files do not contradict. */
export function captionsOf(
  raw: RawItem,
  row: ManifestRow | null,
  regions: readonly ImportedRegion[],
  format: string,
  { problems }: ReadContext,
): { text: string; origin: Origin }[] {
  const texts =
    row !== null && isSame(asWritten(row.captions, regions, format), raw.captions)
      ? row.captions
      : raw.captions
  const captions: { text: string; origin: Origin }[] = []
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') {
      problems.warn(raw.location, `Caption ${index + 1} is empty and is left out.`, raw.key)
    } else if (text.length > LONGEST_CAPTION) {
      problems.warn(
        raw.location,
        `Caption ${index + 1} is over ${LONGEST_CAPTION} characters and is left out.`,
        raw.key,
      )
    } else {
      captions.push({ text, origin: raw.captionOrigins?.[index] ?? 'imported' })
    }
  }
  return captions
}

function isSame(one: readonly string[] | null, other: readonly string[]): boolean {
  return one !== null && one.length === other.length && one.every((text, index) => text === other[index])
}

/** Captions that our export writes for these; null if it would leave the pair out. */
function asWritten(
  captions: readonly string[],
  regions: readonly ImportedRegion[],
  format: string,
): string[] | null {
  const hasChange = regions.some(
    ({ mask, beforeMask }) => rleArea(mask) > 0 || (beforeMask !== null && rleArea(beforeMask) > 0),
  )
  const content = {
    regions: regions.map((region, index) => documentRegion(region, index, null)),
    captions: captions.map((text) => ({ text, isOfPerson: false, isOfRejected: false })),
    hasChange,
  }
  try {
    return formatNamed(format).writer.sentences(content)
  } catch (error) {
    if (error instanceof PairLeftOut) {
      return null
    }
    throw error
  }
}
