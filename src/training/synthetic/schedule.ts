import { z } from 'zod'
import { warmCosine } from '../schedule'
import type { Progress, Schedule } from '../schedule'
import type { SyntheticRunOptions } from './run-setup'

const recordSchema = z.object({ minutes: z.number(), step: z.number() })

/** The learning rate rises over so many steps, or over that share of the run where it is less. */
const WARM_UP = { steps: 400, share: 0.05 } as const
/** The last learning rate over the highest. */
const LOWEST_RATE = 0.01

/** A cosine over the run. Where its length is given in minutes, the fraction of the run is one of time. */
export function syntheticSchedule({
  minutes,
  steps,
  rate,
}: Pick<SyntheticRunOptions, 'minutes' | 'steps' | 'rate'>): Schedule<Progress> {
  const share = ({ step, seconds }: Progress): number =>
    steps === null ? seconds / 60 / minutes : step / steps
  return {
    initial: { step: 0, seconds: 0 },
    fromRecord(record) {
      const { step, minutes } = recordSchema.parse(record)
      return { step, seconds: 60 * minutes }
    },
    toRecord: ({ step, seconds }) => ({ minutes: seconds / 60, step }),
    share,
    rate(progress) {
      const next = { ...progress, step: progress.step + 1 }
      const warm = Math.max(next.step / WARM_UP.steps, share(next) / WARM_UP.share)
      return warmCosine({ highest: rate, lowest: LOWEST_RATE }, share(progress), warm)
    },
    isEnded: (progress) => share(progress) >= 1,
  }
}
