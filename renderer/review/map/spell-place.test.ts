import { describe, expect, test } from 'vitest'
import { vectorOf } from '../../../src/domain/georeference'
import type { Georeference } from '../../../src/domain/georeference'
import { positionToCopy, scaleBarOf, spellArea, spellPosition } from './spell-place'
import { madePlace } from './testing'

const size = { width: 100, height: 100 }
const corners = [
  { latitude: 51.5, longitude: 10 },
  { latitude: 51.5, longitude: 10.1 },
  { latitude: 51.4, longitude: 10 },
  { latitude: 51.4, longitude: 10.1 },
]
const utm: Georeference = {
  ...madePlace,
  places: { columns: 2, rows: 2, vectors: corners.flatMap(vectorOf) },
}
const degrees: Georeference = {
  ...utm,
  transform: [-70, 1e-4, 0, -33, 0, -1e-4],
  crs: { ...utm.crs!, code: 4326, name: 'WGS 84', isGeographic: true, unit: 'degree' },
}

describe('the position under the pointer', () => {
  test('is told in the map and as latitude and longitude, with the digits that a pixel needs', () => {
    expect(spellPosition(utm, size, { x: 0, y: 0 })).toEqual([
      'E 600000.00, N 5700000.00 m',
      '51.5000000° N, 10.0000000° E',
    ])
    expect(spellPosition(degrees, size, { x: 10, y: 20 })).toEqual(['33.00200° S, 69.99900° W'])
  })

  test('says where latitude and longitude are approximate, and where the system is not known', () => {
    const about = { ...utm, crs: { ...utm.crs!, isDatumApproximate: true } }
    expect(spellPosition(about, size, { x: 0, y: 0 })[1]).toBe('about 51.5000000° N, 10.0000000° E')
    const unknown = { ...utm, crs: null, places: null, metresPerPixel: null, area: null }
    expect(spellPosition(unknown, size, { x: 2, y: 0 })).toEqual(['E 600001.00, N 5700000.00'])
    expect(positionToCopy(unknown, size, { x: 2, y: 0 })).toBe('600001.00, 5700000.00')
  })

  test('is copied in a form that other programs take', () => {
    expect(positionToCopy(utm, size, { x: 0.5, y: 0.5 })).toMatch(
      /^600000\.25, 5699999\.75 EPSG:32632\n51\.4995\d{3}, 10\.0005\d{3}$/,
    )
  })
})

test.each([
  [0, '0 m²'],
  [41.234, '41.2 m²'],
  [9_876, '9,880 m²'],
  [15_321, '1.53 ha'],
  [27_123_000, '27.1 km²'],
])('an area of %d m² is %s', (area, spelled) => {
  expect(spellArea(area)).toBe(spelled)
})

test.each([
  [0.5, 100, '50 m'],
  [0.01, 100, '1 m'],
  [0.003, 20 / 0.3, '20 cm'],
  [12, 1000 / 12, '1 km'],
  [1500, 200_000 / 1500, '200 km'],
])('at %d m a CSS pixel the scale bar has %d pixels: %s', (metres, width, label) => {
  const bar = scaleBarOf(metres)
  expect(bar.width).toBeCloseTo(width, 6)
  expect(bar.label).toBe(label)
})
