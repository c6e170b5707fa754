import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FAMILIES, familyNamed } from './registry'
import { overfit } from './testing.node'

/**
 * The losses of three steps from a fixed seed on a fixed batch, by term at the first step, as this engine gave them
 * when they were recorded: `DELTASCRIBE_RECORD=1 npx vitest run src/models/losses.slow.test.ts`. Whoever changes a family's
 * arithmetic on purpose records them anew.
 */
const path = join(import.meta.dirname, 'recorded-losses.json')
const isRecording = process.env['DELTASCRIBE_RECORD'] === '1'
const recorded = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Losses>

interface Losses {
  first: Record<string, number>
  losses: number[]
}

function differs(found: number, expected: number): boolean {
  return !(Math.abs(found - expected) <= 1e-3 * Math.max(1, Math.abs(expected)))
}

const phases = [...FAMILIES.values()].flatMap(({ network }) =>
  network.phases.map(({ name }) => [network.name, name] as const),
)

test.each(phases)(
  'three steps of %s in the phase %s have the losses that were recorded, term by term',
  async (name, phase) => {
    const found = await overfit(familyNamed(name).network, { phase })
    if (isRecording) {
      recorded[`${name}/${phase}`] = { first: { ...found.first }, losses: found.losses }
      writeFileSync(path, `${JSON.stringify(recorded, null, 2)}\n`)
    }
    const expected = recorded[`${name}/${phase}`]
    expect(Object.keys(found.first)).toEqual(Object.keys(expected.first))
    const far = Object.entries(expected.first).filter(([term, value]) => differs(found.first[term], value))
    expect(far).toEqual([])
    // from the second step on the optimiser's roundings are in them
    expect(expected.losses.filter((loss, step) => differs(found.losses[step], loss))).toEqual([])
  },
  120_000,
)
