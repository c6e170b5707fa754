import { z } from 'zod'
import { once } from '../../contract/define'
import { trainingLineSchema } from '../../contract/training'

/** The commands of a training process. All its state is in the run's folder. */
export const trainerContract = {
  commands: {
    /** Starts or resumes the run in a folder; answers when it has ended. */
    start: once(
      z.object({ run: z.string().min(1) }),
      z.object({ outcome: z.enum(['done', 'paused']), model: z.string().nullable() }),
    ),
    /** After the step that it is at. */
    pause: once(z.object({}), z.null()),
  },
  events: { line: trainingLineSchema },
}
