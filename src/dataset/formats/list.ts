import { failWith } from '../../contract/errors'
import { ImportProblem } from '../import/problems'
import type { Source } from '../import/source'
import { abFolders } from './a-b'
import { clevrChange } from './clevr-change/clevr-change'
import { coco } from './coco/coco'
import { llava, qwenVl } from './conversations/conversations'
import { RECOGNISED_BY } from './format'
import type { DatasetFormat } from './format'
import { geoJson } from './geographic/geojson'
import { geoPackage } from './geographic/geopackage'
import { labelGeoTiff } from './geographic/label-geotiff'
import { huggingFace } from './hugging-face/image-folder'
import { huggingFaceParquet } from './hugging-face/parquet'
import { imageEditingRequest } from './image-editing-request'
import { labelStudio } from './label-studio/label-studio'
import { levirMci } from './levir-mci/levir-mci'
import { shapefile } from './geographic/shapefile'
import { dicomSeg } from './medical/dicom-seg'
import { nifti } from './medical/nifti'
import { spotTheDiff } from './spot-the-diff'
import { webDataset } from './webdataset/webdataset'
import { message } from '../../messages/message'

/** In the order of the screen. */
export const formats: readonly DatasetFormat[] = [
  levirMci,
  coco,
  qwenVl,
  llava,
  huggingFace,
  huggingFaceParquet,
  labelStudio,
  abFolders,
  geoJson,
  geoPackage,
  shapefile,
  labelGeoTiff,
  nifti,
  dicomSeg,
  spotTheDiff,
  imageEditingRequest,
  clevrChange,
  webDataset,
]

export const formatNames: readonly string[] = formats.map(({ name }) => name)

/** Of those that take pairs of any images. */
export const commonFormatNames: readonly string[] = formats
  .filter(({ needs }) => needs === undefined)
  .map(({ name }) => name)

const byName = new Map(formats.map((format) => [format.name, format]))

/** @throws ContractError `invalid-input` where no format has the name */
export function formatNamed(name: string): DatasetFormat {
  const format = byName.get(name)
  if (format === undefined) {
    throw failWith(
      'invalid-input',
      `There is no format "${name}": the formats are ${formatNames.join(', ')}.`,
    )
  }
  return format
}

/** Stable: formats that are recognised alike stay in the order of the list. */
export const mostSpecialFirst: readonly DatasetFormat[] = RECOGNISED_BY.flatMap((sign) =>
  formats.filter(({ recognisedBy }) => recognisedBy === sign),
)

/** @throws ImportProblem where no format fits */
export async function detectFormat(source: Source): Promise<string> {
  for (const { name, reader } of mostSpecialFirst) {
    if (await reader.fits(source.above(reader.listFolders ?? [])).catch(() => false)) {
      return name
    }
  }
  throw new ImportProblem(message('imports.unknownFormat', { path: source.onlyFile ?? source.root }))
}
