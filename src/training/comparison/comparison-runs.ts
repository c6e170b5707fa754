import { join } from 'node:path'
import { FAMILIES } from '../../models/registry'
import { oneOf } from '../../models/family'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeAtomically } from '../../dataset/atomic'

/** One run of a comparison: a family, whole or without some of its parts, from one seed. */
export interface ComparisonRun {
  readonly family: string
  /** As its authors call it. */
  readonly title: string
  /** Null for the whole family. */
  readonly ablation: string | null
  readonly without: readonly string[]
  readonly seed: number
  readonly folder: string
}

export interface RunSelection {
  readonly out: string
  readonly families: readonly string[]
  readonly seeds: readonly number[]
  /** Whether the ablations of the families are run as well. */
  readonly baselines: boolean
}

/**
 * All runs, the most informative first, so that a stopped comparison is of most use: the whole families with every
 * seed, then each without all of its contributions, then with one more of them at a time.
 * @throws RangeError for an unknown family
 */
export function comparisonRuns({ out, families, seeds, baselines }: RunSelection): ComparisonRun[] {
  const names = [...FAMILIES.keys()]
  const ladders = families.map((wanted) => {
    const family = FAMILIES.get(oneOf(names, wanted, 'family'))
    if (family === undefined) throw new RangeError(`There is no family ${wanted}.`)
    const { name, title, ablations } = family
    const steps = [{ name: null, without: [] }, ...(baselines ? ablations : [])]
    return steps.map((step) => ({ family: name, title, ablation: step.name, without: step.without }))
  })
  const height = Math.max(...ladders.map(({ length }) => length))
  return Array.from({ length: height }).flatMap((_, rung) =>
    seeds.flatMap((seed) =>
      ladders
        .filter(({ length }) => rung < length)
        .map((ladder) => {
          const run = ladder[rung]
          const folder = join(out, run.family, folderName(run.ablation ?? 'whole'), `seed-${seed}`)
          return { ...run, seed, folder }
        }),
    ),
  )
}

function folderName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

const testSchema = z.object({
  set: z.string(),
  pairs: z.int(),
  /** 0 to 1. */
  maskIou: z.number(),
  accuracy: z.number(),
  /** By metric, 0 to 1, CIDEr-D 0 to 10. */
  captions: z.record(z.string(), z.number()),
  /** One pair at a time, from pixels to masks and a caption. */
  pairsPerSecond: z.number(),
})

const resultSchema = z.object({
  family: z.string(),
  title: z.string(),
  ablation: z.string().nullable(),
  without: z.array(z.string()),
  seed: z.number(),
  parameters: z.int(),
  steps: z.int(),
  minutes: z.number(),
  /** Of the steps that train captions; null where none was logged. */
  secondsPerStep: z.number().nullable(),
  tests: z.array(testSchema),
})
/** The result of one run. */
export type RunResult = z.infer<typeof resultSchema>
export type TestScores = RunResult['tests'][number]

const resultFile = 'result.json'

/** Null where the run is not done. */
export function readResult(folder: string): RunResult | null {
  const path = join(folder, resultFile)
  return existsSync(path) ? resultSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

export async function writeResult(folder: string, result: RunResult): Promise<void> {
  await writeAtomically(join(folder, resultFile), `${JSON.stringify(result, null, 2)}\n`)
}
