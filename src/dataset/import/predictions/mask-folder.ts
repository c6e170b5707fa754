import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { emptyRle } from '../../../mask/rle'
import type { FormatReader, ImportedRegion } from '../item'
import type { Size } from '../../../mask/bitmap'
import { regionsOfLabel } from '../masks'
import { namedImage } from '../named-image'
import { ImportProblem } from '../problems'
import type { Problems } from '../problems'
import type { Source } from '../source'
import { CAPTION_FILES, itemOf as captionItem } from './captions'
import { entriesIn } from './records'

const MASK_FILE = /\.(?:png|tiff?|bmp|webp)$/i
/** Folders of masks, which are no part of the name of a pair. */
const MASK_FOLDERS = /^(?:labels?|masks?|pred(?:iction)?s?|results?|after)$/i

/**
 * A folder of masks, each under the name of its pair, also in folders of their own. `before/NAME` is the mask of the
 * before frame where `after/NAME` is there too. A list of captions beside them is read with them.
 */
export const maskFolderReader: FormatReader = {
  fits: async (source) => source.onlyFile === null && (await maskFiles(source)).length > 0,
  async *read({ source, problems }) {
    const files = await maskFiles(source)
    if (files.length === 0) {
      throw new ImportProblem(
        'There are no masks: PNG, TIFF, BMP or WebP files under the names of the pairs.',
      )
    }
    const captions = await captionsBeside(source, problems)
    const all = new Set<string | null>(files)
    for (const file of files.filter((path) => !all.has(inOtherFrame(path, 'before')))) {
      const before = inOtherFrame(file, 'after')
      const key = keyOf(file)
      yield {
        location: { file, line: null },
        key,
        split: null,
        before: namedImage(file),
        after: namedImage(file),
        captions: captions.get(key) ?? captions.get(key.slice(key.lastIndexOf('/') + 1)) ?? [],
        regions: (size) => regionsIn(source, file, all.has(before) ? before : null, size),
      }
    }
  },
}

/** Relative, with forward slashes. */
async function maskFiles(source: Source): Promise<string[]> {
  const entries = await readdir(source.root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory() && MASK_FILE.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(source.root.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort()
}

/** The same name in the folder of the other frame; null where it lies in neither. */
function inOtherFrame(path: string, frame: 'before' | 'after'): string | null {
  const other = frame === 'before' ? 'after' : 'before'
  const start = path.lastIndexOf('/') - frame.length
  const isInFrame =
    start >= 0 && path.slice(start).startsWith(`${frame}/`) && /^$|\/$/.test(path.slice(0, start))
  return isInFrame ? `${path.slice(0, start)}${other}${path.slice(start + frame.length)}` : null
}

function keyOf(file: string): string {
  const parts = file.replace(/\.[^./]*$/, '').split('/')
  return parts.filter((part, index) => index === parts.length - 1 || !MASK_FOLDERS.test(part)).join('/')
}

/** By the names that the list gives. */
async function captionsBeside(source: Source, problems: Problems): Promise<Map<string, string[]>> {
  const captions = new Map<string, string[]>()
  const file = await source.firstOf(CAPTION_FILES)
  if (file === null) {
    return captions
  }
  for await (const entry of entriesIn(source, file)) {
    try {
      const item = captionItem(entry)
      captions.set(item.key.replace(/\.[^./]*$/, ''), item.captions)
    } catch (error) {
      problems.leaveOut(error, entry.location, entry.key)
    }
  }
  return captions
}

async function regionsIn(
  source: Source,
  file: string,
  before: string | null,
  size: Size,
): Promise<ImportedRegion[]> {
  const regions = await regionsOfLabel(await source.file(file), size)
  const gone = before === null ? [] : await regionsOfLabel(await source.file(before), size)
  const none = emptyRle(size.width, size.height)
  return [...regions, ...gone.map((region) => ({ ...region, mask: none, beforeMask: region.mask }))]
}
