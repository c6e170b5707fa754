import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AdvancedTraining } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import { defaults } from '../../training/tune/presets'
import { runFiles } from '../../training/tune/run-folder'

const file = 'training-speed.json'
/** Seconds of a step with so many samples, measured at the start of the last run. */
const speedSchema = z.object({ seconds: z.number().positive(), batch: z.int().positive() })
const setupSchema = z.object({ secondsPerStep: z.number().positive() })

/** Seconds that a step would take on this machine; null where none was measured yet. */
export function readSpeed(userFolder: string, { batch }: AdvancedTraining): number | null {
  try {
    const known = speedSchema.parse(JSON.parse(readFileSync(join(userFolder, file), 'utf8')))
    return (known.seconds * (batch ?? defaults.batch)) / known.batch
  } catch {
    return null
  }
}

/** Takes over what a run has measured. Never throws: an estimate is not worth failing for. */
export async function learnSpeed(
  userFolder: string,
  run: string,
  { batch }: AdvancedTraining,
): Promise<void> {
  try {
    const { secondsPerStep } = setupSchema.parse(JSON.parse(readFileSync(join(run, runFiles.setup), 'utf8')))
    const known = { seconds: secondsPerStep, batch: batch ?? defaults.batch }
    await writeAtomically(join(userFolder, file), JSON.stringify(known))
  } catch {
    // the next estimate is as before
  }
}
