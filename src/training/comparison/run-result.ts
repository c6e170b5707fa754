import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../dataset/atomic'

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
