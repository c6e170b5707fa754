import { failWith } from '../../contract/errors'
import type { WorkersStatus } from '../../contract/workers'
import { message } from '../../messages/message'
import type { ProposalJob } from '../../queue/proposal-job'
import { readWorkersStatus } from '../../queue/queue-status'
import { WorkerSigns } from '../../queue/worker-signs'
import { WorkQueue } from '../../queue/work-queue'
import { isInDatabase } from '../../store/store-address'
import type { StoreAddress } from '../../store/store-address'
import type { EngineState } from '../engine-state'
import { wantedProposer } from './wanted-proposers'

/**
 * Asks workers for proposals of pairs of the open project that lack one.
 * @throws ContractError `unavailable` where the project lies in a file, or the database is away
 */
export async function askWorkers(
  state: EngineState,
  { proposer: name, limit }: { proposer: string | null; limit: number | null },
): Promise<{ proposer: string; lacking: number; added: number }> {
  const { project } = state.current()
  if (!isInDatabase(project.storeAddress)) {
    throw failWith('unavailable', message('workers.needsDatabase'))
  }
  const proposer = wantedProposer(state, name)
  const lacking = project.store.pairs.withoutProposal(proposer.name, null)
  const known = project.store.pairs.byKey.all()
  const names = state.user.getSettings().names
  const jobs = lacking.slice(0, limit ?? undefined).flatMap((id): ProposalJob[] => {
    const pair = known.get(id)
    return pair === undefined
      ? []
      : [{ pair: pair.key, proposer, since: pair.since, folder: project.folder, options: { names } }]
  })
  const queue = await WorkQueue.open(project.storeAddress)
  try {
    // who sees the list of workers may not be allowed to make tables
    await new WorkerSigns(queue).open()
    return { proposer: proposer.name, lacking: lacking.length, added: await queue.add(jobs) }
  } finally {
    await queue.close()
  }
}

/** Those that gave a sign of life of late. @throws ContractError `unavailable`; StoreError */
export async function presentWorkers(place: StoreAddress): Promise<WorkersStatus['workers']> {
  return (await workersStatus(place))?.workers.filter(({ isSilent }) => !isSilent) ?? []
}

/** Null where nobody has asked workers for anything. @throws ContractError `unavailable`; StoreError */
export async function workersStatus(place: StoreAddress): Promise<WorkersStatus | null> {
  const queue = isInDatabase(place) ? await WorkQueue.openPresent(place) : null
  if (queue === null) {
    return null
  }
  try {
    return await readWorkersStatus(queue)
  } finally {
    await queue.close()
  }
}
