import { create } from 'zustand'
import type { PredictionOptions } from '../../src/contract/predictions'
import type { Job } from '../../src/contract/work'
import { engine } from '../engine'
import { useEngineState, withJob } from '../state/engine-state'
import { attempt } from '../state/notices'

/** The predictions to import into the open project. */
interface PredictionChoice {
  source: string
  /** Null: the format is detected. */
  format: string | null
  name: string
  replaces: boolean
  /** The job whose progress and result are shown, and the choice that it was begun with. */
  begun: { jobId: number; choice: string } | null
}

export const usePredictionChoice = create<PredictionChoice>()(() => ({
  source: '',
  format: null,
  name: '',
  replaces: false,
  begun: null,
}))

type Chosen = Pick<PredictionChoice, 'source' | 'format' | 'name'>

/** What decides which proposals are made. */
export function spellChoice({ source, format, name }: Chosen): string {
  return JSON.stringify([source.trim(), format, name.trim()])
}

/** Begins a job that looks the predictions over, or stores them. */
export async function importPredictions(command: 'predictions.plan' | 'predictions.start'): Promise<void> {
  const choice = usePredictionChoice.getState()
  const options: PredictionOptions = {
    source: choice.source.trim(),
    format: choice.format,
    name: choice.name.trim(),
    replaces: choice.replaces,
  }
  const job: Job | null = await attempt(engine.call(command, options))
  if (job === null) {
    return
  }
  // The job.changed event may have come already.
  const { jobs } = useEngineState.getState()
  if (!jobs.some(({ id }) => id === job.id)) {
    useEngineState.setState({ jobs: withJob(jobs, job) })
  }
  usePredictionChoice.setState({ begun: { jobId: job.id, choice: spellChoice(choice) } })
}
