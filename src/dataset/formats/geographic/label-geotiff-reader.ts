import { z } from 'zod'
import { classNumberReader } from '../class-number-labels'
import { pairEntrySchema } from '../pair-entry'

export const LABEL_PAIR_FILE = 'label-pairs.json'

const entrySchema = pairEntrySchema.extend({ label: z.string().min(1) })

export const labelGeoTiffReader = classNumberReader(LABEL_PAIR_FILE, entrySchema, (file) => file)
