import { expect, test } from 'vitest'
import { meanMap, mirroredMap, mirroredRaster, MIRRORS } from './mirrors'

const map = { width: 3, height: 2, values: Float32Array.of(1, 2, 3, 4, 5, 6) }

test('a map is mirrored across, down and both ways', () => {
  expect(MIRRORS.map((mirror) => [...mirroredMap(map, mirror).values])).toEqual([
    [1, 2, 3, 4, 5, 6],
    [3, 2, 1, 6, 5, 4],
    [4, 5, 6, 1, 2, 3],
    [6, 5, 4, 3, 2, 1],
  ])
})

test('a picture is mirrored pixel by pixel, and is itself again when it is mirrored twice', () => {
  const picture = { width: 2, height: 1, data: Uint8Array.of(1, 2, 3, 4, 5, 6) }
  const [, across] = MIRRORS
  const mirrored = mirroredRaster(picture, across)
  expect([...mirrored.data]).toEqual([4, 5, 6, 1, 2, 3])
  expect(mirroredRaster(mirrored, across)).toEqual(picture)
})

test('maps are averaged pixel by pixel', () => {
  const other = { ...map, values: Float32Array.of(3, 2, 1, 0, 5, 8) }
  expect([...meanMap([map, other]).values]).toEqual([2, 2, 2, 2, 5, 7])
})
