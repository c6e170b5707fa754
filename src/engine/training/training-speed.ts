import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { providerNameSchema } from '../../contract/proposal'
import type { ProviderName } from '../../contract/proposal'
import { TRAINING_DEFAULTS } from '../../contract/training'
import type { AdvancedTraining } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import { readJob, RUN_FILES } from '../../training/run-folder'

const FILE = 'training-speed.json'
/** By family, seconds of a step with so many samples and what it ran on, measured at the start of its last run. */
const speedsSchema = z
  .record(
    z.string(),
    z.object({
      seconds: z.number().positive(),
      batch: z.int().positive(),
      provider: providerNameSchema.optional(),
      /** Milliseconds since 1970. */
      measuredAt: z.number().optional(),
    }),
  )
  .catch({})
const setupSchema = z.object({
  family: z.string(),
  secondsPerStep: z.number().positive(),
  provider: providerNameSchema.default('cpu'),
})

/** A driver may change; then providers are tried again. */
const REMEMBERED_DAYS = 30
const DAY = 86_400_000

/** Seconds that a family's step would take on this machine; null where none was measured yet. */
export function readSpeed(userFolder: string, family: string, { batch }: AdvancedTraining): number | null {
  const known = readSpeeds(userFolder)[family]
  return known === undefined ? null : (known.seconds * (batch ?? TRAINING_DEFAULTS.batch)) / known.batch
}

/** What a family's last run here trained on, by trials or known from them; null where that is unknown or long ago. */
export function lastProvider(userFolder: string, family: string): ProviderName | null {
  const { provider, measuredAt = 0 } = readSpeeds(userFolder)[family] ?? {}
  return Date.now() - measuredAt < REMEMBERED_DAYS * DAY ? (provider ?? null) : null
}

/** Stores the step time that a run has measured. Never throws: an estimate is not worth failing for. */
export async function recordSpeed(
  userFolder: string,
  run: string,
  { batch, provider: wanted }: AdvancedTraining,
): Promise<void> {
  try {
    const { family, secondsPerStep, provider } = setupSchema.parse(
      JSON.parse(readFileSync(join(run, RUN_FILES.setup), 'utf8')),
    )
    const known = readSpeeds(userFolder)
    const { provider: before, measuredAt } = known[family] ?? {}
    // a choice by name, or one without a device, says nothing of which is faster
    const isTried = wanted === 'auto' && readJob(run).device !== null
    const own = {
      seconds: secondsPerStep,
      batch: batch ?? TRAINING_DEFAULTS.batch,
      ...(isTried ? { provider, measuredAt: Date.now() } : { provider: before, measuredAt }),
    }
    await writeAtomically(join(userFolder, FILE), JSON.stringify({ ...known, [family]: own }))
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
