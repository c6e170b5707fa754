import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { TRAINING_DEFAULTS } from '../../contract/training'
import type { AdvancedTraining } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import { RUN_FILES } from '../../training/run-folder'

const FILE = 'training-speed.json'
/** By family, seconds of a step with so many samples, measured at the start of its last run. */
const speedsSchema = z
  .record(z.string(), z.object({ seconds: z.number().positive(), batch: z.int().positive() }))
  .catch({})
const setupSchema = z.object({ family: z.string(), secondsPerStep: z.number().positive() })

/** Seconds that a family's step would take on this machine; null where none was measured yet. */
export function readSpeed(userFolder: string, family: string, { batch }: AdvancedTraining): number | null {
  const known = readSpeeds(userFolder)[family]
  return known === undefined ? null : (known.seconds * (batch ?? TRAINING_DEFAULTS.batch)) / known.batch
}

/** Stores the step time that a run has measured. Never throws: an estimate is not worth failing for. */
export async function recordSpeed(
  userFolder: string,
  run: string,
  { batch }: AdvancedTraining,
): Promise<void> {
  try {
    const { family, secondsPerStep } = setupSchema.parse(
      JSON.parse(readFileSync(join(run, RUN_FILES.setup), 'utf8')),
    )
    const own = { seconds: secondsPerStep, batch: batch ?? TRAINING_DEFAULTS.batch }
    await writeAtomically(
      join(userFolder, FILE),
      JSON.stringify({ ...readSpeeds(userFolder), [family]: own }),
    )
  } catch {
    // the next estimate is as before
  }
}

function readSpeeds(userFolder: string): Partial<z.infer<typeof speedsSchema>> {
  try {
    return speedsSchema.parse(JSON.parse(readFileSync(join(userFolder, FILE), 'utf8')))
  } catch {
    return {}
  }
}
