import { z } from 'zod'
import { cosineRate } from '../../graph'
import type { MadeRunOptions } from './run-setup'

export const progressSchema = z.object({ minutes: z.number(), step: z.number() })
/** Where a run stands. */
export type Progress = z.infer<typeof progressSchema>

export const atStart: Progress = { minutes: 0, step: 0 }

/** The learning rate rises over so many steps, or over that share of the run where it is less. */
const WARM_UP = { steps: 400, share: 0.05 } as const

type Length = Pick<MadeRunOptions, 'minutes' | 'steps'>

export function shareDone({ minutes, steps }: Length, progress: Progress): number {
  return steps === null ? progress.minutes / minutes : progress.step / steps
}

/** Where the length is given in minutes, the share of the run is one of time. */
export function rateAt(options: Length & Pick<MadeRunOptions, 'rate'>, progress: Progress): number {
  const cosine = cosineRate(options.rate, 1, 0.01)(shareDone(options, progress))
  const next = { ...progress, step: progress.step + 1 }
  return cosine * Math.min(1, Math.max(next.step / WARM_UP.steps, shareDone(options, next) / WARM_UP.share))
}
