import { z } from 'zod'
import { trainingOptionsSchema } from '../contract/training'
import { digestOf, wantedProposerSchema } from './proposal-job'
import type { WantedProposer } from './proposal-job'

export const TRAINING_QUEUES = 'train-'

/** One run of training. Pairs, documents and images are read by who trains. */
export const trainingJobSchema = z.object({
  /** Id of the run, by which its model is known too. */
  run: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .max(80),
  /** The model to begin with, so exactly that two machines with it train the same. */
  from: wantedProposerSchema,
  options: trainingOptionsSchema,
  /** Where the program that asks has the images: a worker without --images looks there too. */
  folder: z.string().min(1),
  /** The id of the model that is made, and ids that it may not have. */
  model: z.object({ id: z.string().min(1).max(64), taken: z.array(z.string()) }),
  /** The project's name, for the card. */
  data: z.string(),
})
export type TrainingJob = z.infer<typeof trainingJobSchema>

/** One queue for each model to begin with: a worker takes from those whose model it has. */
export function trainingQueueOf(from: WantedProposer): string {
  return `${TRAINING_QUEUES}${digestOf(from)}`
}
