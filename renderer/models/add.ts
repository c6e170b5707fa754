import type { ModelPack } from '../../src/contract/models'
import type { Job } from '../../src/contract/work'
import { engine } from '../engine'
import { useEngineState, withJob } from '../state/engine-state'
import { attempt } from '../state/notices'

/** Begins to fetch a model pack, or takes its archive from a file. */
export async function addModel(id: string, file: string | null): Promise<void> {
  const job = await attempt(engine.call('packs.add', { id, file }))
  if (job !== null) {
    const { jobs } = useEngineState.getState()
    useEngineState.setState({ jobs: jobs.some((known) => known.id === job.id) ? jobs : withJob(jobs, job) })
  }
}

export async function removeModel(id: string): Promise<void> {
  const packs = await attempt(engine.call('packs.remove', { id }))
  if (packs !== null) {
    useEngineState.setState({ packs })
  }
}

/** The job that adds the pack now, or the last one that did and did not come to its end. */
export function jobOf({ jobId, title, isInstalled }: ModelPack, jobs: readonly Job[]): Job | null {
  const running = jobs.find((job) => job.id === jobId)
  if (running !== undefined || isInstalled) {
    return running ?? null
  }
  const last = jobs.findLast((job) => job.kind === 'model-pack' && job.title === title)
  return last?.state === 'failed' ? last : null
}
