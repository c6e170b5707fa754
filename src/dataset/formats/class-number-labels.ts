import { z } from 'zod'
import { decodeFile } from '../../images/decode'
import { entriesOf } from '../import/captions-list'
import type { FormatReader, ImportedRegion, ReadContext } from '../import/item'
import type { Size } from '../../mask/bitmap'
import { plainRegion } from '../import/masks'
import { ImportProblem } from '../import/problems'
import type { SourceFile } from '../import/source'
import { regionsOfClasses } from '../labels'
import { itemOfEntry } from './pair-entry'
import type { PairEntry } from './pair-entry'

export const CLASS_FILE = 'classes.json'

const classSchema = z.object({ id: z.int().min(1).max(65_535), name: z.string().min(1).max(120) })

/** Entry of a pair with the file of its label. */
type LabelledEntry = PairEntry & { label: string }

/**
 * Reads labels that are images of class numbers.
 * @param list our own list of pairs
 * @param labelOf the image in the file of an entry's label
 */
export function classNumberReader<E extends LabelledEntry>(
  list: string,
  schema: z.ZodType<E>,
  labelOf: (file: SourceFile, entry: E) => SourceFile,
): FormatReader {
  return {
    async fits(source) {
      return (await source.isWanted(list)) && (await source.isThere(CLASS_FILE))
    },
    async *read(context) {
      const { source, problems } = context
      const names = await readClassNames(context)
      const json = await source.json(list)
      for (const { entry, location } of entriesOf(json, list, schema, problems)) {
        try {
          const label = labelOf(await source.file(entry.label), entry)
          yield {
            location,
            ...(await itemOfEntry(source, entry)),
            regions: (size) => regionsOfClassNumbers(label, names, size),
          }
        } catch (error) {
          problems.leaveOut(error, location, entry.key)
        }
      }
    },
  }
}

async function readClassNames({ source, problems }: ReadContext): Promise<Map<number, string>> {
  const json = await source.json(CLASS_FILE)
  return new Map(
    [...entriesOf(json, CLASS_FILE, classSchema, problems)].map(({ entry }) => [entry.id, entry.name]),
  )
}

/** A region for each part of each class. @throws ImportProblem where it has another size, or a number without a name; ImageError */
async function regionsOfClassNumbers(
  label: SourceFile,
  names: ReadonlyMap<number, string>,
  { width, height }: Size,
): Promise<ImportedRegion[]> {
  const { samples } = await decodeFile(label.absolute)
  if (samples.width !== width || samples.height !== height || samples.channels !== 1) {
    const sizes = `${samples.width} x ${samples.height} pixels of ${samples.channels} values`
    throw new ImportProblem(`${label.path} has ${sizes}, the image ${width} x ${height}.`)
  }
  const values = [...new Set(samples.data)].filter((value) => value !== 0).sort((a, b) => a - b)
  const masks = values.map((value) => {
    const category = names.get(value)
    if (category === undefined) {
      throw new ImportProblem(`${label.path} has the number ${value}, which has no name.`)
    }
    const data = Uint8Array.from(samples.data, (one) => (one === value ? 1 : 0))
    return { category, bitmap: { width, height, data } }
  })
  return regionsOfClasses(masks).map(({ category, mask }) => plainRegion(category, mask))
}
