import { encodeGeoTiff } from '../../../georeference/write-tiff'
import { message } from '../../../messages/message'
import { allCaptions } from '../../export/export-pair'
import type { PlannedPair } from '../../export/export-pair'
import { writeJsonList } from '../../export/write-pieces'
import type { DatasetFormat, FormatWriter } from '../format'
import { classEntries, classNamesIn, paintClasses } from '../class-numbers'
import { CLASS_FILE } from '../class-number-labels'
import { pairEntryOf } from '../pair-entry'
import { placedFrames } from './frames'
import { writePlacedPair } from './images'
import { labelGeoTiffReader, LABEL_PAIR_FILE } from './label-geotiff-reader'

/** One GeoTIFF of class numbers a pair, in the place of the after image. 0 is no change, and the value for no data. */
const writer: FormatWriter = {
  description:
    `GeoTIFF labels: \`labels/NAME.tif\` has a class number for each pixel of the after image, 0 where nothing changed ` +
    '(also declared as no data), with the transform and coordinate system of that image. ' +
    `\`${CLASS_FILE}\` has the names of the numbers; \`labels/NAME.tif.aux.xml\` has them for GDAL and QGIS. Where regions ` +
    `lie over one another the later one counts. Our own list \`${LABEL_PAIR_FILE}\` has images, labels and captions. ` +
    'Images are in `images/{before,after}`, with their world files.',
  supports: {
    masks: 'classes',
    categories: 'all',
    beforeMasks: 'none',
    details: 'captions',
    captions: 'all',
  },
  sentences: allCaptions,
  writePair: (output, pair) => writePlacedPair(output, pair),
  async writeLists(output, written) {
    const names = classNamesIn(written)
    await writeJsonList(output, CLASS_FILE, classEntries(names))
    const entries = []
    for (const one of written) {
      const label = `labels/${one.pair.name}.tif`
      await output.write(label, await labelOf(one.pair, names))
      await output.write(`${label}.aux.xml`, categoryNames(names))
      entries.push({ ...pairEntryOf(one), label })
    }
    await writeJsonList(output, LABEL_PAIR_FILE, entries)
  },
  notices: () => [],
}

export const labelGeoTiff: DatasetFormat = {
  name: 'label-geotiff',
  title: 'GeoTIFF labels',
  summary: message('formats.labelGeoTiff'),
  recognisedBy: 'list-names',
  page: {
    text:
      'For georeferenced pairs: others are left out with the reason. `labels/NAME.tif` has class numbers, 0 for no ' +
      'change and no data, with the transform and system of the after image; `classes.json` has the names, and an ' +
      '`.aux.xml` beside each label has them for GDAL. Numbers of 16 bits where there are over 255 classes.',
  },
  writer,
  reader: labelGeoTiffReader,
}

async function labelOf(pair: PlannedPair, names: readonly string[]): Promise<Buffer> {
  const { item } = pair
  const { transform, crs } = (await placedFrames(item.beforePath, item.afterPath)).after
  const { width, height } = item
  return encodeGeoTiff(
    { width, height, samples: 1, data: paintClasses(pair, names), noData: 0 },
    transform,
    crs,
  )
}

/** GDAL's sidecar of a raster. */
function categoryNames(names: readonly string[]): string {
  const rows = ['', ...names].map((name) => `      <Category>${escaped(name)}</Category>\n`)
  return (
    '<PAMDataset>\n  <PAMRasterBand band="1">\n    <CategoryNames>\n' +
    `${rows.join('')}    </CategoryNames>\n  </PAMRasterBand>\n</PAMDataset>\n`
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
