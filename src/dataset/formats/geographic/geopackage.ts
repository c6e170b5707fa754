import { allCaptions } from '../../export/export-pair'
import { writePieces } from '../../export/write-pieces'
import { message } from '../../../messages/message'
import { ALL_FIELDS } from '../format'
import type { DatasetFormat, FormatWriter } from '../format'
import { geoPackageOf } from './geopackage-file'
import { CAPTION_TABLE, GEOPACKAGE_FILE, geoPackageReader, PAIR_TABLE } from './geopackage-reader'
import { writePlacedPair } from './images'

/** OGC GeoPackage 1.3: a layer of polygons for each coordinate system, in the coordinates of the images. */
const writer: FormatWriter = {
  description:
    `GeoPackage (OGC 1.3): \`${GEOPACKAGE_FILE}\` has a layer of MultiPolygons for each coordinate system of the images, ` +
    'named after its EPSG code, in the coordinates of that system. Its columns are the key of the pair, the number ' +
    'of the region in it, the frame, category, status, score, origin, the area on the ground in square metres, the ' +
    'first caption, review state, reviewer and split. Polygons go along the edges of pixels. A region without a ' +
    `pixel has no geometry. Our own tables \`${PAIR_TABLE}\` and \`${CAPTION_TABLE}\` have the images and all captions. ` +
    'Images are in `images/{before,after}`, with their world files.',
  supports: ALL_FIELDS,
  sentences: allCaptions,
  writePair: (output, pair) => writePlacedPair(output, pair),
  writeLists: (output, written) => writePieces(output, GEOPACKAGE_FILE, geoPackageOf(written)),
  notices: () => [],
}

export const geoPackage: DatasetFormat = {
  name: 'geopackage',
  title: 'GeoPackage',
  summary: message('formats.geoPackage'),
  recognisedBy: 'list-names',
  page: {
    text:
      'For georeferenced pairs: others are left out with the reason. `changes.gpkg` has a layer of MultiPolygons for ' +
      'each coordinate system, along the edges of pixels and in the coordinates of the images: nothing is rounded. ' +
      'Read back, each polygon gives the very same mask; one that was edited elsewhere has the pixels whose middles ' +
      'lie in it. Images whose system is not known go into a layer without one. Our own tables `deltascribe_pairs` ' +
      'and `deltascribe_captions` have images and captions.',
  },
  writer,
  reader: geoPackageReader,
}
