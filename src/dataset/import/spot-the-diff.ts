import { z } from 'zod'
import { ImportProblem } from './problems'
import { entriesOf, listsOf } from './captions-list'
import type { ImportFormat } from './item'
import { regionsOfLabel } from './masks'
import type { SourceFile, Source } from './source'

const LIST_FOLDERS = ['data/annotations', 'annotations', '']
const IMAGE_FOLDERS = ['data/resized_images', 'resized_images', 'data/images', 'images', '']

const entrySchema = z.object({
  img_id: z.union([z.string().min(1), z.int()]).transform(String),
  sentences: z.array(z.string()),
})

/** Source: harsh19/spot-the-diff, data/annotations; its README for the names of images. */
export const spotTheDiff: ImportFormat = {
  async fits(source) {
    const [first] = await listsOf(source, LIST_FOLDERS, ['json'])
    return first !== undefined && (await hasKeys(source, first.file, ['img_id', 'sentences']))
  },
  async *read({ source, problems, isCheck }) {
    const known = new Map<string, { splits: Set<string>; count: number }>()
    for (const { split, file } of await listsOf(source, LIST_FOLDERS, ['json'])) {
      const json = await source.json(file)
      for (const { entry, location } of entriesOf(json, file, entrySchema, problems)) {
        const { img_id: id, sentences } = entry
        const { key, otherSplit } = repeatOf(known, id, split)
        if (isCheck && otherSplit !== null) {
          problems.warn(
            location,
            `The same images are in ${otherSplit}, so what is learned there is known here.`,
            id,
          )
        }
        try {
          const before = await image(source, id)
          const after = await image(source, `${id}_2`)
          const label = await source.fileOrNull(`${id}.png`, ['data/masks'])
          const regions = regionsOfLabel.bind(null, label)
          yield { location, key, split, before, after, captions: sentences, regions }
        } catch (error) {
          problems.leaveOut(error, location, id)
        }
      }
    }
  },
}

async function image(source: Source, stem: string): Promise<SourceFile> {
  for (const extension of ['png', 'jpg', 'jpeg']) {
    const found = await source.fileOrNull(`${stem}.${extension}`, IMAGE_FOLDERS)
    if (found !== null) {
      return found
    }
  }
  return source.file(`${stem}.png`, IMAGE_FOLDERS)
}

/** Several people wrote about one pair in entries of their own, also in other splits: each is an item here. */
function repeatOf(
  known: Map<string, { splits: Set<string>; count: number }>,
  id: string,
  split: string,
): Repeat {
  const entry = known.get(id) ?? { splits: new Set<string>(), count: 0 }
  known.set(id, entry)
  entry.count += 1
  const otherSplit = [...entry.splits].find((name) => name !== split) ?? null
  entry.splits.add(split)
  return { key: entry.count === 1 ? id : `${id}-${entry.count}`, otherSplit }
}

interface Repeat {
  key: string
  /** A split that has the same images. */
  otherSplit: string | null
}

/** Whether the first entry of a list has these keys. */
export async function hasKeys(source: Source, file: string, keys: readonly string[]): Promise<boolean> {
  try {
    const { value } = await source.json(file)
    const [first] = Array.isArray(value) ? (value as unknown[]) : []
    return typeof first === 'object' && first !== null && keys.every((key) => key in first)
  } catch (error) {
    if (error instanceof ImportProblem) {
      return false
    }
    throw error
  }
}
