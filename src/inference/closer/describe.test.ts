import { expect, test } from 'vitest'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import { describePlaced, toCaptions } from './describe'
import { wholeOf, type Look } from './look'
import { placeAll, type Found } from './placed'

const image = { width: 256, height: 256, data: new Uint8Array(3 * 256 * 256) }

function lookAt(after: Look<string>['after'], seen: string): Look<string> {
  return { before: after, after, seen, alignment: null }
}

/** Seen in the after frame alone, in pixels [left, left + 16) x [top, top + 16) of 128; nowhere without a place. */
function found(category: string, place?: readonly [left: number, top: number]): Found {
  const mask = new Float32Array(2 * MASK_SIDE * MASK_SIDE).fill(-8)
  if (place !== undefined) {
    const [left, top] = place
    for (let y = top; y < top + 16; y++) {
      const from = (MASK_SIDE + y) * MASK_SIDE + left
      mask.fill(8, from, from + 16)
    }
  }
  return { category, score: 0.9, mask }
}

const whole = lookAt(wholeOf(image), 'whole')
const said = (text: string, links: readonly { start: number; end: number; region: number }[] = []) => ({
  ids: [],
  text,
  logProbability: -1,
  links,
})

test('words of the whole are linked to the same things where windows have them in another order', async () => {
  // the first has its place from a window, the second has none, the third is where the whole saw it
  const [car, ghost, tree] = [found('car', [8, 8]), found('ghost'), found('tree', [80, 80])]
  // the upper left quarter: 16 pixels there are 8 of the whole's
  const window = lookAt({ x: 0, y: 0, width: 128, height: 128 }, 'window')
  const placed = [
    ...placeAll([tree], whole),
    ...placeAll([found('house', [100, 100]), found('car', [16, 16])], window),
  ]
  const links = [0, 1, 2, 3].map((region) => ({ start: 4 * region, end: 4 * region + 3, region }))
  const house = found('house', [48, 48])
  const first = { regions: [car, ghost, tree, house], captions: [said('car gho tre hou', links)] }
  const captions = await describePlaced(placed, whole, first, image, () => Promise.resolve(said('other')))
  expect(captions).toEqual([
    said('car gho tre hou', [
      { start: 0, end: 3, region: 2 },
      { start: 8, end: 11, region: 0 },
      { start: 12, end: 15, region: 1 },
    ]),
  ])
})

test.each([2, 63, 64])('captions of a model with a name of %i characters have ids of their own', (length) => {
  const said = Array.from({ length: 12 }, (_, rank) => ({
    ids: [],
    text: `caption ${rank}`,
    logProbability: -rank,
    links: [{ start: 0, end: 7, region: 0 }],
  }))
  const { captions, links } = toCaptions('m'.repeat(length), said, [{ id: 'region' }])
  for (const ids of [captions.map(({ id }) => id), links.map(({ id }) => id)]) {
    expect(new Set(ids).size).toBe(12)
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(64)
  }
})
