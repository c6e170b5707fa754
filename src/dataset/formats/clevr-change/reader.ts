import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { mapOf } from '../../../basics/map-of'
import { numberIn, readLists } from './lists'
import { NO_CHANGE_SENTENCE } from './triplets'
import type { Boxes, Lists } from './lists'
import { emptyRle, rleArea } from '../../../mask/rle'
import { whyNot } from '../../import/captions-list'
import type { ImportedRegion, FormatReader, RawItem, ReadContext } from '../../import/item'
import type { Size } from '../../../mask/bitmap'
import type { JsonText } from '../../import/json-text'
import { plainRegion, regionsOfLabel, rleOfBox } from '../../import/masks'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import { namedImage } from '../../import/named-image'
import { shown } from '../../import/source'
import type { SourceFile, Source } from '../../import/source'

const DATA_FOLDERS = ['data', '']

const captionsSchema = z.array(z.string())

/**
 * CLEVR-Change: of each before image a pair with the changed and one with the unchanged after image. Boxes are
 * regions where there is no mask. Source: Seth-Park/RobustChangeCaptioning.
 */
export const clevrChangeReader: FormatReader = {
  listFolders: ['data'],
  fits: async (source) => (await base(source)) !== null,
  async *read(context) {
    const { source, problems } = context
    const folder = await base(source)
    if (folder === null) {
      return
    }
    const changeFile = `${folder}change_captions.json`
    const changes = await dictionary(changeFile, context)
    const noChangeFile = `${folder}no_change_captions.json`
    const noChanges = (await source.isThere(noChangeFile)) ? await dictionary(noChangeFile, context) : null
    const lists = await readLists(folder, context)
    // the loader's splits are places in the sorted folder; its types and boxes are numbers of names
    const places = new Map((await source.list(`${folder}images`)).map((name, index) => [name, index]))
    for (const [name, captions] of changes.captions) {
      const location = { file: changeFile, line: changes.json.lineOf('', name) }
      const number = numberIn(name)
      try {
        const triplet = await tripletOf(name, folder, source)
        const split = lists.splits.get(places.get(name) ?? -1) ?? null
        yield changedItem(name, captions, triplet, { location, split, lists, number })
        const unchanged = noChanges?.captions.get(name)
        if (unchanged === undefined) {
          problems.warn(location, 'The loader stops at a key that no_change_captions.json lacks.', name)
        } else if (!(await isFiller(triplet, unchanged))) {
          const noPlace = { file: noChangeFile, line: noChanges!.json.lineOf('', name) }
          yield unchangedItem(name, unchanged, triplet, noPlace, split)
        }
      } catch (error) {
        problems.leaveOut(error, location, shown(name))
      }
    }
  },
}

async function base(source: Source): Promise<string | null> {
  for (const folder of DATA_FOLDERS.map((name) => (name === '' ? '' : `${name}/`))) {
    if (await source.isWanted(`${folder}change_captions.json`)) {
      return folder
    }
  }
  return null
}

interface Dictionary {
  json: JsonText
  captions: Map<string, string[]>
}

async function dictionary(file: string, { source, problems }: ReadContext): Promise<Dictionary> {
  const json = await source.json(file)
  const captions = new Map<string, string[]>()
  const entries = mapOf(z.unknown()).safeParse(json.value)
  if (!entries.success) {
    throw new ImportProblem(`${file} does not hold an object with a list of captions a key.`, {
      file,
      line: 1,
    })
  }
  for (const { key, line } of json.duplicateKeys()) {
    problems.error(
      { file, line },
      `The key ${shown(key)} stands here twice: only the last one counts.`,
      shown(key),
    )
  }
  for (const [key, value] of entries.data) {
    const result = captionsSchema.safeParse(value)
    if (result.success) {
      captions.set(key, result.data)
    } else {
      problems.error({ file, line: json.lineOf('', key) }, whyNot(result.error), shown(key))
    }
  }
  return { json, captions }
}

interface Triplet {
  before: SourceFile
  changed: SourceFile
  unchanged: SourceFile | null
  mask: SourceFile | null
}

/** `CLEVR_default_000003.png` goes with `CLEVR_semantic_000003.png` and `CLEVR_nonsemantic_000003.png`. */
async function tripletOf(name: string, folder: string, source: Source): Promise<Triplet> {
  const changedName = name.replace('default', 'semantic')
  const unchangedName = name.replace('default', 'nonsemantic')
  // of predictions, only to know a filler
  const found = (image: string, within: string): Promise<SourceFile | null> =>
    source.fileOrNull(image, [`${folder}${within}`])
  return {
    before: (await found(name, 'images')) ?? (await source.image(name, [`${folder}images`])),
    changed: await source.image(changedName, [`${folder}sc_images`]),
    unchanged:
      (await found(unchangedName, 'nsc_images')) ??
      (source.isOfPredictions ? namedImage(unchangedName) : null),
    mask: await source.maskOrNull(changedName.replace(/\.[^.]*$/, '.png'), [`${folder}masks`]),
  }
}

function changedItem(
  name: string,
  captions: string[],
  { before, changed, mask }: Triplet,
  {
    location,
    split,
    lists,
    number,
  }: { location: SourceLocation; split: string | null; lists: Lists; number: number | null },
): RawItem {
  const category = lists.types.get(number ?? -1) ?? 'change'
  const boxes = lists.boxes.get(number ?? -1) ?? null
  return {
    location,
    key: `${stem(name)}-changed`,
    split,
    before,
    after: changed,
    captions,
    regions: (size) => regionsOf(mask, boxes, category, size),
  }
}

/** The box in the before frame goes to the first region; a thing that kept its place has none. */
async function regionsOf(
  mask: SourceFile | null,
  boxes: Boxes | null,
  category: string,
  size: Size,
): Promise<ImportedRegion[]> {
  const isInPlace = category === 'color' || category === 'material'
  const hasBefore = boxes?.bbox_before != null && !(isInPlace && sameBox(boxes))
  const before = hasBefore ? rleOfBox(boxes.bbox_before!, size, 'bbox_before') : null
  const found = (await regionsOfLabel(mask, size)).map((region) => ({ ...region, category }))
  const boxed =
    found.length === 0 && mask === null && boxes?.bbox_after != null
      ? [plainRegion(category, rleOfBox(boxes.bbox_after, size, 'bbox_after'))]
      : found
  const regions =
    boxed.length === 0 && (before !== null || category !== 'change')
      ? [plainRegion(category, emptyRle(size.width, size.height))]
      : boxed
  return regions.map((region, index) =>
    index === 0 && before !== null && rleArea(before) > 0 ? { ...region, beforeMask: before } : region,
  )
}

function sameBox({ bbox_before, bbox_after }: Boxes): boolean {
  return JSON.stringify(bbox_before) === JSON.stringify(bbox_after)
}

function unchangedItem(
  name: string,
  captions: string[],
  { before, unchanged }: Triplet,
  location: SourceLocation,
  split: string | null,
): RawItem {
  return {
    location,
    key: `${stem(name)}-unchanged`,
    split,
    before,
    after: unchanged!,
    captions,
    regions: () => [],
  }
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}

/** A copy of the before image that an export put where it had no unchanged pair. @throws ImportProblem */
async function isFiller({ before, unchanged }: Triplet, captions: readonly string[]): Promise<boolean> {
  if (unchanged === null) {
    throw new ImportProblem('Its image in nsc_images is not there.')
  }
  if (
    [before.absolute, unchanged.absolute].includes('') ||
    captions.length !== 1 ||
    captions[0] !== NO_CHANGE_SENTENCE
  ) {
    return false
  }
  const [one, other] = await Promise.all([readFile(before.absolute), readFile(unchanged.absolute)])
  return one.equals(other)
}
