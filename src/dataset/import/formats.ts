import { exportFormatSchema } from '../../contract/dataset'
import type { ExportFormat } from '../../contract/dataset'
import { abFolders } from './a-b'
import { clevrChange } from './clevr-change'
import { coco } from './coco'
import { conversations } from './conversations'
import { huggingFace } from './hugging-face'
import { huggingFaceParquet } from './hugging-face-parquet'
import { imageEditingRequest } from './image-editing-request'
import type { ImportFormat } from './item'
import { labelStudio } from './label-studio'
import { levirMci } from './levir-mci'
import { ImportProblem } from './problems'
import type { Source } from './source'
import { spotTheDiff } from './spot-the-diff'
import { webDataset } from './webdataset'

/** Asked in this order what they know: the more special first. */
export const importFormats: Record<ExportFormat, ImportFormat> = {
  'levir-mci': levirMci,
  'clevr-change': clevrChange,
  'label-studio': labelStudio,
  'spot-the-diff': spotTheDiff,
  'image-editing-request': imageEditingRequest,
  'qwen-vl': conversations('images', ['jsonl', 'json']),
  llava: conversations('image', ['json', 'jsonl']),
  coco,
  'hugging-face': huggingFace,
  'hugging-face-parquet': huggingFaceParquet,
  webdataset: webDataset,
  'a-b': abFolders,
}

const order = Object.keys(importFormats).map((name) => exportFormatSchema.parse(name))

/** @throws ImportProblem where no format fits */
export async function detectFormat(source: Source): Promise<ExportFormat> {
  for (const format of order) {
    if (await importFormats[format].fits(source).catch(() => false)) {
      return format
    }
  }
  throw new ImportProblem(
    `${source.root} is in none of the formats that are read: name the format to see why.`,
  )
}
