import { expect, test } from 'vitest'
import type { GeoTransform } from '../domain/affine'
import { converterOf } from '../georeference/ground'
import { overlayOf } from '../georeference/overlay'
import type { ImageGeoreference } from '../georeference/read'
import { knownCrs, UTM_32 } from '../georeference/testing'
import { englishOf } from '../messages/message'
import { overlayInWords } from './overlay-words'

async function frame(transform: GeoTransform, code: number | null, side = 200): Promise<ImageGeoreference> {
  return { transform, crs: code === null ? null : await knownCrs(code), width: side, height: side }
}

function wordsFor(before: ImageGeoreference, after: ImageGeoreference, most = 2 ** 27): string | null {
  const found = overlayOf({ before, after }, most)
  const [overlay, reason] = found !== null && 'reason' in found ? [null, found.reason] : [found, null]
  const words = overlayInWords({ overlay, reason, found: { before, after } })
  return words === null ? null : englishOf(words)
}

/** Half a metre a pixel, around the place of `UTM_32`. */
async function around(code: number): Promise<ImageGeoreference> {
  const place = converterOf(await knownCrs(32_632)).toPlace(UTM_32[0], UTM_32[3])!
  const [x, y] = converterOf(await knownCrs(code)).toMap(place)!
  return frame([x, 0.5, 0, y, 0, -0.5], code)
}

test('pixels in metres on the ground, also of degrees', async () => {
  const degrees = await frame([10.4389, 1e-5, 0, 51.4424, 0, -5e-6], 4326)
  expect(wordsFor(await frame(UTM_32, 32_632), degrees)).toMatch(
    /^Laid over each other by the map: 0\.5 m a pixel before, 0\.622 m after, shown at 0\.5 m\. They share \d+ % of the after frame\.$/,
  )
})

test('pixels in units of the map where its system is not known', async () => {
  const after = await frame(UTM_32, null)
  const before = await frame([UTM_32[0] + 10, 0.25, 0, UTM_32[3] - 10, 0, -0.25], null)
  expect(wordsFor(before, after)).toBe(
    'Laid over each other by the map, whose units are not known: 0.25 units a pixel before, 0.5 after, shown at 0.25. They share 25 % of the after frame.',
  )
})

test('that the coarser pixels were taken, and why', async () => {
  const before = await frame([UTM_32[0], 0.25, 0, UTM_32[3], 0, -0.25], 32_632, 400)
  expect(wordsFor(before, await frame(UTM_32, 32_632), 50_000)).toBe(
    'Laid over each other by the map: 0.25 m a pixel before, 0.5 m after, shown at 0.5 m. They share 100 % of the after frame. With the finer pixels they would have 400 x 400 of them, which is too many.',
  )
})

test('that a shift between datums is known roughly: where there is one', async () => {
  const [gaussKrueger3, gaussKrueger4] = [await around(31_467), await around(31_468)]
  const rough = /The shift between their datums is known roughly: they may lie metres apart\.$/
  expect(wordsFor(gaussKrueger3, await around(25_832))).toMatch(rough)
  expect(wordsFor(gaussKrueger3, gaussKrueger4)).not.toMatch(rough)
  expect(wordsFor(await around(25_832), await around(3857))).not.toMatch(rough)
})

test('nothing of frames that share a grid, and the reason of frames of one size that lie apart', async () => {
  const after = await frame(UTM_32, 32_632)
  expect(wordsFor(after, after)).toBe(null)
  expect(wordsFor(await frame([0, 1, 0, 0, 0, -1], 32_632), after)).toMatch(
    /compared pixel by pixel, as they cannot be laid over each other by the map: they do not overlap on the map\.$/,
  )
  expect(wordsFor(await frame([0, 1, 0, 0, 0, -1], 32_632, 99), after)).toBe(null)
})
