import { z } from 'zod'
import { cosineRate } from '../../graph'
import type { SyntheticRunOptions } from './run-setup'

export const syntheticProgressSchema = z.object({ minutes: z.number(), step: z.number() })
/** The progress of a run. */
export type SyntheticProgress = z.infer<typeof syntheticProgressSchema>

export const INITIAL_SYNTHETIC_PROGRESS: SyntheticProgress = { minutes: 0, step: 0 }

/** The learning rate rises over so many steps, or over that share of the run where it is less. */
const WARM_UP = { steps: 400, share: 0.05 } as const

type Length = Pick<SyntheticRunOptions, 'minutes' | 'steps'>

export function fractionOfRun({ minutes, steps }: Length, progress: SyntheticProgress): number {
  return steps === null ? progress.minutes / minutes : progress.step / steps
}

/** Where the length is given in minutes, the fraction of the run is one of time. */
export function syntheticRateAt(
  options: Length & Pick<SyntheticRunOptions, 'rate'>,
  progress: SyntheticProgress,
): number {
  const cosine = cosineRate(options.rate, 1, 0.01)(fractionOfRun(options, progress))
  const next = { ...progress, step: progress.step + 1 }
  return (
    cosine * Math.min(1, Math.max(next.step / WARM_UP.steps, fractionOfRun(options, next) / WARM_UP.share))
  )
}
