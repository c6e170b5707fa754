import { z } from 'zod'
import { act } from '../../contract/define'
import { trainingLineSchema } from '../../contract/training'

/** What the engine asks of a training process. It holds nothing that is not in the run's folder. */
export const trainerContract = {
  commands: {
    /** Runs, or goes on with, the run in a folder; answers when it ended. */
    start: act(
      z.object({ run: z.string().min(1) }),
      z.object({ outcome: z.enum(['done', 'paused']), model: z.string().nullable() }),
    ),
    /** After the step that it is at. */
    pause: act(z.object({}), z.null()),
  },
  events: { line: trainingLineSchema },
}
