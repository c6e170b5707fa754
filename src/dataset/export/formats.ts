import type { ExportFormat } from '../../contract/dataset'
import { abFolders } from './a-b'
import { clevrChange } from './clevr-change'
import { coco } from './coco'
import { huggingFace } from './hugging-face'
import { huggingFaceParquet } from './hugging-face-parquet'
import { imageEditingRequest } from './image-editing-request'
import { labelStudio } from './label-studio'
import { levirMci } from './levir-mci'
import { llava, qwenVl } from './conversations'
import { spotTheDiff } from './spot-the-diff'
import { webDataset } from './webdataset'
import type { Format } from './format'

export const formats: Record<ExportFormat, Format> = {
  'levir-mci': levirMci,
  coco,
  'qwen-vl': qwenVl,
  llava,
  'hugging-face': huggingFace,
  'hugging-face-parquet': huggingFaceParquet,
  'label-studio': labelStudio,
  'a-b': abFolders,
  'spot-the-diff': spotTheDiff,
  'image-editing-request': imageEditingRequest,
  'clevr-change': clevrChange,
  webdataset: webDataset,
}
