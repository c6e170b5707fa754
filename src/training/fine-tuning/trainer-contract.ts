import { z } from 'zod'
import { once } from '../../contract/define'
import { providerNameSchema } from '../../contract/proposal'
import { trainingLineSchema } from '../../contract/training'
import { syntheticOptionsSchema } from '../synthetic/options-schema'

export const trialSchema = z.object({
  /** Of the first step. */
  loss: z.number(),
  pairsPerSecond: z.number().positive(),
})
export type Trial = z.infer<typeof trialSchema>

/** The commands of a training process. All its state is in the run's folder. */
export const trainerContract = {
  commands: {
    /**
     * Starts or resumes the run in a folder; answers when it has ended. `provider` trains from now on; null leaves it
     * as it is. `undecided`: a provider must be chosen, by trials.
     */
    start: once(
      z.object({ run: z.string().min(1), provider: providerNameSchema.nullable() }),
      z.object({ outcome: z.enum(['done', 'paused', 'undecided']), model: z.string().nullable() }),
    ),
    /** A few steps of the very model of a prepared run, which stays as it is. */
    try: once(z.object({ run: z.string().min(1), provider: providerNameSchema }), trialSchema),
    /** The same of a run on synthetic pairs, none of which is prepared. */
    trySynthetic: once(z.object({ options: syntheticOptionsSchema }), trialSchema),
    /** After the step that it is at. */
    pause: once(z.object({}), z.null()),
  },
  events: { line: trainingLineSchema },
}
