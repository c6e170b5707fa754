import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { TrainingPixels } from '../../src/dataset/synthetic/training-record'
import { describeAerial } from '../../src/synth/aerial/describe'
import { planAerial } from '../../src/synth/aerial/plan'
import { describe } from '../../src/synth/blocks/language/describe'
import type { Story } from '../../src/synth/blocks/language/describe'
import { planBlocks } from '../../src/synth/blocks/plan'
import { BLOCKS_PROFILES } from '../../src/synth/blocks/profiles'
import { PROFILES } from '../../src/synth/make'
import { createRandom } from '../../src/synth/random'
import type { Random } from '../../src/synth/random'
import { readPixels, readTrainingSet } from '../../src/training/data/training-set'
import type { TrainingPair } from '../../src/training/data/training-set'
import { AREA } from './masks'

const DRAFTS = 35

/** A synthetic pair with all its labels. */
export interface Item {
  pair: TrainingPair
  pixels: TrainingPixels
  story: Story | null
  drafts: readonly string[]
  references: readonly string[]
}

const setSchema = z.object({ world: z.string(), profile: z.enum(PROFILES as [string, ...string[]]) })

/** The pairs of a training set. */
export async function loadItems(folder: string): Promise<Item[]> {
  const order = setSchema.parse(JSON.parse(readFileSync(join(folder, 'set.json'), 'utf8')))
  const pairs = await readTrainingSet(folder)
  return pairs.map((pair) => {
    const { record } = pair
    const references = record.captions.slice(0, 5).map(({ text }) => text)
    const drafted = (draw: (random: Random) => readonly { text: string }[] | null): string[] => {
      const random = createRandom(record.seed, 77)
      const out: string[] = []
      for (let round = 0; round < 5; round++) {
        out.push(...(draw(random) ?? []).map(({ text }) => text))
      }
      return out.slice(0, DRAFTS)
    }
    if (record.world === 'aerial') {
      const plan = planAerial(record.seed, null, 1)
      const drafts = drafted((random) => describeAerial(plan.changes, plan, random))
      return { pair, pixels: readPixels(pair), story: null, drafts, references }
    }
    const plan = planBlocks(record.seed, BLOCKS_PROFILES[order.profile as keyof typeof BLOCKS_PROFILES])
    const drafts = drafted((random) => describe(plan.story, random))
    return { pair, pixels: readPixels(pair), story: plan.story, drafts, references }
  })
}

/** Both frames at 128 x 128, 1 where changed; `gone` pixels of the after frame too. */
export function truthOf({ pixels }: Item, region = 0): Uint8Array {
  const is = (value: number): boolean => (region === 0 ? value > 0 : value === region)
  const out = new Uint8Array(2 * AREA)
  for (let at = 0; at < AREA; at++) {
    out[at] = is(pixels.beforeRegions[at]) ? 1 : 0
    out[AREA + at] = is(pixels.afterRegions[at]) || is(pixels.vacatedRegions[at]) ? 1 : 0
  }
  return out
}

export function isChanged({ pair }: Item): boolean {
  return pair.record.categories.length > 0
}
