import { expect, test } from 'vitest'
import { FAMILIES, familyNamed } from './registry'
import { overfit } from './testing.node'

/** Nats a word: most of the words are then the likeliest by far. */
const byHeart = 0.2

const captioning = [...FAMILIES.values()].flatMap(({ network }) => {
  const phase = network.phases.find(({ name }) => name === 'decode')
  return phase === undefined ? [] : [[network.name, phase.name] as const]
})

test.each(captioning)(
  '%s overfits the captions of a small batch',
  async (name, phase) => {
    const { least } = await overfit(familyNamed(name).network, { phase, steps: 40 })
    // at this rate losses jump once the words are known
    expect(least['caption']).toBeLessThan(byHeart)
  },
  600_000,
)
