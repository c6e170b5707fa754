import { expect, test } from 'vitest'
import { crsOfCode } from './crs'
import { converterOf } from './ground'
import { metresBetween, middles, recordedPlaces } from './testing-datums'

/** Metres. GDAL may take another shift of the same datum. */
const CLOSE = 5
/** Within this lie systems that are marked as approximate, but for those below. */
const NEAR = 250

/** By more than that, up to 770 m: old datums of islands and of parts of Africa and Asia. */
const FURTHER: ReadonlySet<number> = new Set([
  2040, 2164, 3148, 3986, 4132, 4142, 4144, 4220, 4415, 4475, 4695, 4718, 22_032, 23_946, 29_220,
])

test('all datums lie where GDAL has them, or are marked as approximate', async () => {
  const off: string[] = []
  const recorded = recordedPlaces()
  for (const { code, map, place } of recorded) {
    const crs = await crsOfCode(code)
    const ours = crs === null ? null : converterOf(crs).toPlace(...map)
    const metres = ours === null ? Infinity : metresBetween(ours, place)
    const most = crs?.isDatumApproximate === true ? NEAR : CLOSE
    if (!(metres < most) && !FURTHER.has(code)) {
      off.push(`EPSG:${code} ${metres.toFixed(1)} m`)
    }
  }
  expect(off).toEqual([])
  expect(recorded.length).toBeGreaterThan(800)
})

test('each system that is known is recorded at the middle of its area, but for those that GDAL lacks', async () => {
  const recorded = new Map(recordedPlaces().map(({ code, map }) => [code, map]))
  const known = await middles()
  const lacking = known.filter(({ code }) => !recorded.has(code))
  expect(lacking.length).toBeLessThan(10)
  expect(known.length - lacking.length).toBe(recorded.size)
  for (const { code, map } of known) {
    const [x, y] = recorded.get(code) ?? map
    expect(Math.hypot(x - map[0], y - map[1]), `EPSG:${code}`).toBeLessThan(1e-3)
  }
})
