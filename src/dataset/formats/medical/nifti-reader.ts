import { z } from 'zod'
import { sliceAxisSchema, slicePath } from '../../../domain/slice-path'
import { classNumberReader } from '../class-number-labels'
import { pairEntrySchema } from '../pair-entry'

export const VOLUME_LIST = 'label-volumes.json'

const entrySchema = pairEntrySchema.extend({
  label: z.string().min(1),
  axis: sliceAxisSchema,
  slice: z.int().min(1),
})

export const niftiReader = classNumberReader(VOLUME_LIST, entrySchema, (file, { axis, slice }) => ({
  ...file,
  absolute: slicePath(file.absolute, { axis, number: slice }),
}))
