import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readSegmentation } from '../../../images/dicom/read-segmentation'
import { HeaderError } from '../../../images/header/source'
import { entriesOf } from '../../import/captions-list'
import type { FormatReader, ImportedRegion } from '../../import/item'
import type { Size } from '../../../mask/bitmap'
import { plainRegion } from '../../import/masks'
import { ImportProblem } from '../../import/problems'
import type { SourceFile } from '../../import/source'
import { regionsOfClasses } from '../../labels'
import { itemOfEntry, pairEntrySchema } from '../pair-entry'

export const SEGMENTATION_LIST = 'segmentations.json'

const entrySchema = pairEntrySchema.extend({
  label: z.string().min(1).nullable(),
  /** Of the source; null for a file of one. */
  frame: z.int().min(1).nullable(),
})

export const dicomSegReader: FormatReader = {
  fits: (source) => source.isWanted(SEGMENTATION_LIST),
  async *read({ source, problems }) {
    const json = await source.json(SEGMENTATION_LIST)
    for (const { entry, location } of entriesOf(json, SEGMENTATION_LIST, entrySchema, problems)) {
      try {
        const { frame } = entry
        const label = entry.label === null ? null : await source.file(entry.label)
        yield {
          location,
          ...(await itemOfEntry(source, entry)),
          regions: (size) => (label === null ? [] : regionsIn(label, frame, size)),
        }
      } catch (error) {
        problems.leaveOut(error, location, entry.key)
      }
    }
  },
}

/** @param frame of the source; null for all. @throws ImportProblem */
async function regionsIn(label: SourceFile, frame: number | null, size: Size): Promise<ImportedRegion[]> {
  try {
    const { width, height, segments } = readSegmentation(await readFile(label.absolute))
    if (width !== size.width || height !== size.height) {
      throw new ImportProblem(
        `${label.path} has ${width} x ${height} pixels, the image ${size.width} x ${size.height}.`,
      )
    }
    const own = segments.filter(({ sourceFrame }) => frame === null || sourceFrame === frame)
    const masks = own.map(({ name, mask }) => ({ category: name, bitmap: { width, height, data: mask } }))
    return regionsOfClasses(masks).map(({ category, mask }) => plainRegion(category, mask))
  } catch (error) {
    if (error instanceof HeaderError) {
      throw new ImportProblem(`${label.path} is no segmentation that is read: ${error.message}.`)
    }
    throw error
  }
}
