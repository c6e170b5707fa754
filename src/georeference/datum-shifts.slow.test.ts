import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingPrograms } from './testing'
import { metresBetween, middles, recordedPlaces, RECORDED_PLACES } from './testing-datums'
import type { RecordedPlace } from './testing-datums'

/**
 * `datum-shifts.test.ts` compares with places that GDAL gave. Here GDAL gives some of them again: a process each, which
 * looks for the operations of a system as long as it starts. DELTASCRIBE_DATUMS=all compares all of them, and
 * DELTASCRIBE_DATUMS=write records them anew.
 */
const asked = process.env['DELTASCRIBE_DATUMS']

/** Spread over the codes, so over the countries and datums. */
const SAMPLE = 25

const missing = missingPrograms(['gdaltransform'])
const why = missing.length === 0 ? '' : ' [needs gdaltransform]'

/** Null where GDAL does not know the system. */
function placeByGdal({ code, map }: Omit<RecordedPlace, 'place'>): RecordedPlace['place'] | null {
  const args = ['-s_srs', `EPSG:${code}`, '-t_srs', 'OGC:CRS84', '-output_xy']
  try {
    const answer = execFileSync('gdaltransform', args, {
      input: `${map.join(' ')}\n`,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const [longitude, latitude] = answer.trim().split(' ').map(Number)
    return Number.isFinite(latitude) ? { longitude, latitude } : null
  } catch {
    return null
  }
}

test.skipIf(missing.length > 0)(`places that are recorded are those that GDAL gives${why}`, () => {
  const recorded = recordedPlaces()
  const every = asked === 'all' ? 1 : Math.floor(recorded.length / SAMPLE)
  const sample = recorded.filter((_, index) => index % every === 0)
  const off = sample.flatMap((one) => {
    const place = placeByGdal(one)
    const metres = place === null ? Infinity : metresBetween(place, one.place)
    return metres < 0.01 ? [] : [`EPSG:${one.code} ${metres} m`]
  })
  expect(off).toEqual([])
  expect(sample.length).toBeGreaterThanOrEqual(SAMPLE)
})

test.runIf(missing.length === 0 && asked === 'write')(
  'places are recorded [only with DELTASCRIBE_DATUMS=write]',
  { timeout: 3_600_000 },
  async () => {
    const found = (await middles()).flatMap((one) => {
      const place = placeByGdal(one)
      return place === null ? [] : [[one.code, ...one.map, place.longitude, place.latitude]]
    })
    writeFileSync(RECORDED_PLACES, `[\n${found.map((line) => JSON.stringify(line)).join(',\n')}\n]\n`)
    expect(found.length).toBeGreaterThan(800)
  },
)
