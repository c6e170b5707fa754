import type { Position } from 'geojson'
import { message } from '../../../messages/message'
import { applyAffine } from '../../../domain/affine'
import { converterOf } from '../../../georeference/ground'
import type { Converter } from '../../../georeference/ground'
import type { ImageGeoreference } from '../../../georeference/read'
import { allCaptions, PairLeftOut } from '../../export/export-pair'
import type { WrittenPair } from '../../export/export-pair'
import { writePieces } from '../../export/write-pieces'
import { ALL_FIELDS } from '../format'
import type { DatasetFormat, FormatWriter } from '../format'
import { pairEntryOf } from '../pair-entry'
import { changesOf } from './changes'
import type { Change } from './changes'
import type { PlacedFrames } from './frames'
import { GEOJSON_FILE, geoJsonReader } from './geojson-reader'
import { writePlacedPair } from './images'
import { mapRings } from './map-polygons'
import { ringPlaces } from './ring-places'

/**
 * GeoJSON (RFC 7946): one list of polygons for all pairs, in longitude and latitude of WGS 84. Pairs and their captions
 * stand in the same file under our own `pairs`.
 */
const writer: FormatWriter = {
  description:
    `GeoJSON (RFC 7946): \`${GEOJSON_FILE}\` has a MultiPolygon for each region, in longitude and latitude of WGS 84, ` +
    'outer rings counter-clockwise. Its properties are the key of the pair, the number of the region in it, the ' +
    'frame, category, status, score, origin, the area on the ground in square metres, the first caption, review ' +
    'state, reviewer and split. Rings go along the edges of pixels. A polygon that crosses the 180th meridian is ' +
    'not cut: its longitudes go on beyond 180 or -180. A region without a pixel has no geometry. Our own list `pairs` has ' +
    'the images and all captions. Images are in `images/{before,after}`, with their world files.',
  supports: ALL_FIELDS,
  sentences: allCaptions,
  writePair: (output, pair) =>
    writePlacedPair(output, pair, async (places) => {
      requirePlaces(places)
      // lists are written after all images, when no pair can be left out any more
      featuresOf(await changesOf(pair, places))
    }),
  writeLists: (output, written) => writePieces(output, GEOJSON_FILE, piecesOf(written)),
  notices: () => [],
}

export const geoJson: DatasetFormat = {
  name: 'geojson',
  title: 'GeoJSON',
  summary: message('formats.geoJson'),
  recognisedBy: 'list-names',
  page: {
    text:
      'For georeferenced pairs: others are left out with the reason. `changes.geojson` has a MultiPolygon a region in ' +
      'longitude and latitude of WGS 84, along the edges of pixels, with at least 7 decimals and as many as a ' +
      'thousandth of a pixel needs; read back, each gives the very same mask. Edges are straight between their ' +
      'corners in the image; drawn straight in longitude and latitude, an edge of 1 km lies up to 3 cm off at 60 ' +
      'degrees: use `geopackage` for long edges. Our own `pairs` has images and captions.',
  },
  writer,
  reader: geoJsonReader,
}

/** One entry a line. All of a large data set are more than a text can hold. */
async function* piecesOf(written: readonly WrittenPair[]): AsyncGenerator<string> {
  const start = { pairs: '[', features: '[' }
  const next = (list: keyof typeof start): string => {
    const before = start[list]
    start[list] = ','
    return `${before}\n`
  }
  const end = (list: keyof typeof start): string => (start[list] === '[' ? '[]' : '\n]')
  yield '{"type": "FeatureCollection",\n"pairs": '
  for (const pair of written) {
    yield `${next('pairs')}${JSON.stringify(pairEntryOf(pair))}`
  }
  yield `${end('pairs')},\n"features": `
  for (const { pair } of written) {
    for (const feature of featuresOf(await changesOf(pair))) {
      yield `${next('features')}${JSON.stringify(feature)}`
    }
  }
  yield `${end('features')}}\n`
}

const OUTSIDE = 'its coordinates lie outside the area of their system'

/** @throws PairLeftOut */
function requirePlaces({ before, after }: PlacedFrames): void {
  for (const place of [before, after]) {
    const [x, y] = applyAffine(place.transform, place.width / 2, place.height / 2)
    if (place.crs === null) {
      throw new PairLeftOut('its coordinate system is not known, so it has no longitude and latitude')
    }
    if (converterOf(place.crs).toPlace(x, y) === null) {
      throw new PairLeftOut(OUTSIDE)
    }
  }
}

const FEWEST_DECIMALS = 7
const MOST_DECIMALS = 13

/** A thousandth of a pixel, as degrees of latitude. */
function decimalsOf(converter: Converter, { transform, width, height }: ImageGeoreference): number {
  const [a, b] = [0, 1].map((step) =>
    converter.toPlace(...applyAffine(transform, width / 2 + step, height / 2 + step)),
  )
  const step =
    a === null || b === null
      ? 0
      : Math.min(Math.abs(a.latitude - b.latitude), Math.abs(a.longitude - b.longitude)) / 1000
  const decimals = step > 0 ? Math.ceil(-Math.log10(step)) : MOST_DECIMALS
  return Math.min(MOST_DECIMALS, Math.max(FEWEST_DECIMALS, decimals))
}

/** @throws PairLeftOut where a corner has no place */
function featuresOf(changes: readonly Change[]): object[] {
  const converters = new Map<ImageGeoreference, Converter>()
  return changes.map((change) => {
    const { place } = change
    const converter = converters.get(place) ?? converterOf(place.crs!, place.transform)
    converters.set(place, converter)
    return featureOf(change, converter)
  })
}

function featureOf({ properties, polygons, place }: Change, converter: Converter): object {
  const decimals = decimalsOf(converter, place)
  const placesOf = ringPlaces(place, converter)
  const toMap = (corners: readonly (readonly [number, number])[]): Position[] => {
    const places = placesOf(corners)
    if (places === null) {
      throw new PairLeftOut(OUTSIDE)
    }
    return places.map(({ longitude, latitude }) => [
      Number(longitude.toFixed(decimals)),
      Number(latitude.toFixed(decimals)),
    ])
  }
  const geometry =
    polygons.length === 0 ? null : { type: 'MultiPolygon', coordinates: mapRings(polygons, toMap) }
  return { type: 'Feature', properties, geometry }
}
