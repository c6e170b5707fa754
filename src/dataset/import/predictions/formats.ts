import { failWith } from '../../../contract/errors'
import { formatNames, formats, mostSpecialFirst } from '../../formats/list'
import type { FormatReader } from '../item'
import { ImportProblem } from '../problems'
import type { Source } from '../source'
import { CAPTION_FILES, captionsReader, hasRegions } from './captions'
import { cocoResultsReader } from './coco-results'
import { mapPolygonsReader } from './map-polygons'
import { maskFolderReader } from './mask-folder'
import { firstEntry } from './records'
import { message } from '../../../messages/message'

/** Forms of predictions without images. Data sets of all formats are read too, with their images or without. */
const OWN_FORMATS = [
  { name: 'coco-results', title: 'COCO results' },
  { name: 'map-polygons', title: 'Polygons of a map' },
  { name: 'masks', title: 'Folder of masks' },
  { name: 'captions', title: 'Captions or records by name' },
] as const

export const predictionFormats: readonly { name: string; title: string }[] = [
  ...OWN_FORMATS,
  ...formats.map(({ name, title }) => ({ name, title })),
]
export const predictionFormatNames: readonly string[] = [
  ...OWN_FORMATS.map(({ name }) => name),
  ...formatNames,
]

/** @throws ContractError `invalid-input` where no format has the name */
export function requirePredictionFormat(name: string): void {
  if (!predictionFormatNames.includes(name)) {
    const known = predictionFormatNames.join(', ')
    throw failWith('invalid-input', `There is no format "${name}": the formats are ${known}.`)
  }
}

/** @param imageList of COCO results, where it does not lie beside them */
export function predictionReader(name: string, imageList: Source | null): FormatReader {
  switch (name) {
    case 'coco-results':
      return cocoResultsReader(imageList)
    case 'map-polygons':
      return mapPolygonsReader
    case 'masks':
      return maskFolderReader
    case 'captions':
      return captionsReader
    default:
      requirePredictionFormat(name)
      return formats.find((format) => format.name === name)!.reader
  }
}

/** @throws ImportProblem where no format fits */
export async function detectPredictionFormat(source: Source): Promise<string> {
  if (await cocoResultsReader(null).fits(source)) {
    return 'coco-results'
  }
  for (const { name, reader, recognisedBy } of mostSpecialFirst) {
    // a file is read alone, whatever lies beside it
    const isByFolder = recognisedBy === 'pair-folders'
    if (!(isByFolder && source.onlyFile !== null) && (await reader.fits(source).catch(() => false))) {
      return name
    }
  }
  if (await mapPolygonsReader.fits(source).catch(() => false)) {
    return 'map-polygons'
  }
  if (await isRichList(source)) {
    return 'captions'
  }
  for (const [name, reader] of [
    ['masks', maskFolderReader],
    ['captions', captionsReader],
  ] as const) {
    if (await reader.fits(source)) {
      return name
    }
  }
  const what = source.onlyFile ?? source.root
  throw new ImportProblem(message('imports.unknownFormat', { path: what }))
}

/** A list with regions, which says more than the masks beside it. */
async function isRichList(source: Source): Promise<boolean> {
  const file = source.onlyFile === null ? await source.firstOf(CAPTION_FILES) : null
  const first = file === null ? null : await firstEntry(source, file)
  return first !== null && hasRegions(first)
}
