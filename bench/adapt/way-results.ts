import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SetScore } from '../accuracy/scoring'
import { describeEffect, effectOf, signed } from './effect'

const pairsSchema = z.array(
  z.object({ key: z.string(), group: z.string(), counts: z.array(z.number()).readonly() }),
)

/** Scores of the same pairs before and after one way to adapt. */
const wayResultSchema = z.object({
  measure: z.enum(['iou', 'marked', 'boxes']),
  before: pairsSchema,
  after: pairsSchema,
  /** What the way chose, or how long it took. */
  note: z.string(),
})
export type WayResult = z.infer<typeof wayResultSchema>

const pathOf = (out: string, set: string, way: string): string => join(out, set, `${way}.json`)

/** Null where there is none. */
export function readWay(out: string, set: string, way: string): WayResult | null {
  const path = pathOf(out, set, way)
  return existsSync(path) ? wayResultSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

export function writeWay(out: string, set: string, way: string, result: WayResult): void {
  mkdirSync(join(out, set), { recursive: true })
  writeFileSync(pathOf(out, set, way), JSON.stringify(result))
}

export function describeWay(set: string, way: string, { measure, before, after, note }: WayResult): string {
  const [first, second] = [before, after].map((pairs) => new SetScore(measure, pairs).toString())
  const effect = describeEffect(effectOf(measure, before, after))
  return `${set} | ${way} | ${before.length} | ${first} -> ${second} | ${effect} | ${note}`
}

/** The rule: a gain of .02 in the mean over the sets, and no set loses more than .01. */
const LEAST_GAIN = 0.02
const MOST_LOSS = 0.01

export function describeRule(way: string, results: readonly WayResult[]): string {
  const gains = results.map(({ measure, before, after }) => {
    const effect = effectOf(measure, before, after)
    return effect.after - effect.before
  })
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const least = Math.min(...gains)
  const passes = mean >= LEAST_GAIN && least >= -MOST_LOSS
  return `${way} | ${gains.length} sets | mean ${signed(mean)} | least ${signed(least)} | ${passes ? 'passes' : 'does not pass'}`
}
