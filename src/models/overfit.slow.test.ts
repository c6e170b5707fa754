import { expect, test } from 'vitest'
import { FAMILIES } from './registry'
import { overfit } from './testing.node'

/** Nats a word: most of the words are then the likeliest by far. */
const byHeart = 0.2

const captioning = [...FAMILIES.values()].flatMap((family) => {
  const phase = family.phases.find(({ name }) => name === 'speak')
  return phase === undefined ? [] : [[family.name, phase.name] as const]
})

test.each(captioning)(
  '%s overfits the captions of a small batch',
  async (name, phase) => {
    const { last } = await overfit(FAMILIES.get(name)!, { phase, steps: 80 })
    expect(last['caption']).toBeLessThan(byHeart)
  },
  600_000,
)
