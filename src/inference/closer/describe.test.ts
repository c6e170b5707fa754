import { expect, test } from 'vitest'
import { toCaptions } from './describe'

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
