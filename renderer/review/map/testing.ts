import type { Georeference } from '../../../src/domain/georeference'

/** Half a metre a pixel, in UTM; without latitudes. */
export const madePlace: Georeference = {
  transform: [600_000, 0.5, 0, 5_700_000, 0, -0.5],
  crs: {
    code: 32_632,
    name: 'WGS 84 / UTM zone 32N',
    isGeographic: false,
    unit: 'metre',
    isDatumApproximate: false,
  },
  metresPerPixel: 0.5,
  area: { kind: 'plane', squareMetres: 0.25 },
  places: null,
}
