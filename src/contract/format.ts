import { z } from 'zod'

/** Formats of data sets; each is written and read. */
export const exportFormatSchema = z.enum([
  'levir-mci',
  'coco',
  'qwen-vl',
  'llava',
  'hugging-face',
  'hugging-face-parquet',
  'label-studio',
  'a-b',
  'spot-the-diff',
  'image-editing-request',
  'clevr-change',
  'webdataset',
])
export type ExportFormat = z.infer<typeof exportFormatSchema>
