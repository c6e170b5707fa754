import { z } from 'zod'
import { sliceAxisSchema, slicePath } from '../../../domain/slice-path'
import { entriesOf } from '../../import/captions-list'
import type { FormatReader } from '../../import/item'
import { pairEntrySchema } from '../geographic/changes'
import { itemOfEntry } from '../geographic/pair-entry'
import { CLASS_FILE, readClassNames, regionsOfClassNumbers } from '../geographic/label-geotiff-reader'

export const VOLUME_LIST = 'label-volumes.json'

const entrySchema = pairEntrySchema.extend({
  label: z.string().min(1),
  axis: sliceAxisSchema,
  slice: z.int().min(1),
})

export const niftiReader: FormatReader = {
  async fits(source) {
    return (await source.has(CLASS_FILE)) && (await source.has(VOLUME_LIST))
  },
  async *read(context) {
    const { source, problems } = context
    const names = await readClassNames(context)
    const json = await source.json(VOLUME_LIST)
    for (const { entry, location } of entriesOf(json, VOLUME_LIST, entrySchema, problems)) {
      try {
        const { axis, slice } = entry
        const file = await source.file(entry.label)
        const label = { ...file, absolute: slicePath(file.absolute, { axis, number: slice }) }
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
