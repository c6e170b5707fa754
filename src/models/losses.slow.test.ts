import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FAMILIES, familyNamed } from './registry'
import { overfit } from './testing.node'

/**
 * The losses of three steps from a fixed seed on a fixed batch, by term at the first step, as this engine gave them
 * when they were recorded: `DELTASCRIBE_RECORD=1 npx vitest run src/models/losses.slow.test.ts`. Whoever changes a family's
 * arithmetic on purpose records them anew.
 */
const isRecording = process.env['DELTASCRIBE_RECORD'] === '1'

interface Losses {
  first: Record<string, number>
  losses: number[]
}

/** Lies in the family's folder: losses by phase. */
function pathOf(family: string): string {
  return join(import.meta.dirname, family, 'network', 'recorded-losses.json')
}

function readRecorded(family: string): Record<string, Losses> {
  const path = pathOf(family)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Losses>) : {}
}

function differs(actual: number, expected: number): boolean {
  return !(Math.abs(actual - expected) <= 1e-3 * Math.max(1, Math.abs(expected)))
}

/** Nats a word: most of the words are then the likeliest by far. */
const byHeart = 0.2
/** Of the first steps, losses are recorded. */
const RECORDED_STEPS = 3
/** Captions are known by heart after seven or eight; at this rate losses jump once the words are known. */
const CAPTION_STEPS = 12

const phases = [...FAMILIES.values()].flatMap(({ network }) =>
  network.phases.map(({ name }) => [network.name, name] as const),
)

/** The terms and the steps that are not as they were recorded. */
function unlikeRecorded(
  name: string,
  phase: string,
  { first, losses }: Awaited<ReturnType<typeof overfit>>,
): { terms: string[]; steps: number[] } {
  const recorded = readRecorded(name)
  if (isRecording) {
    recorded[phase] = { first: { ...first }, losses: losses.slice(0, RECORDED_STEPS) }
    writeFileSync(pathOf(name), `${JSON.stringify(recorded, null, 2)}\n`)
  }
  const expected = recorded[phase]
  const names = new Set([...Object.keys(first), ...Object.keys(expected.first)])
  return {
    // one that is on one side alone differs
    terms: [...names].filter((term) => differs(first[term], expected.first[term])),
    // from the second step on the optimiser's roundings are in them
    steps: [...expected.losses.keys()].filter((step) => differs(losses[step], expected.losses[step])),
  }
}

const nothing = { terms: [], steps: [] }

test.each(phases.filter(([, phase]) => phase !== 'decode'))(
  'three steps of %s in the phase %s have the losses that were recorded, term by term',
  async (name, phase) => {
    const run = await overfit(familyNamed(name).network, { phase, steps: RECORDED_STEPS })
    expect(unlikeRecorded(name, phase, run)).toEqual(nothing)
  },
  120_000,
)

test.each(phases.filter(([, phase]) => phase === 'decode'))(
  'three steps of %s in the phase %s have the losses that were recorded, and more overfit the captions of a small batch',
  async (name, phase) => {
    const run = await overfit(familyNamed(name).network, { phase, steps: CAPTION_STEPS })
    expect(unlikeRecorded(name, phase, run)).toEqual(nothing)
    expect(run.least['caption']).toBeLessThan(byHeart)
  },
  120_000,
)
