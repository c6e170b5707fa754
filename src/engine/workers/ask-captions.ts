import { checkReach, reachOf } from '../../connector/address'
import { explained } from '../../connector/connector-error'
import { failWith } from '../../contract/errors'
import { DEFAULT_INSTRUCTION } from '../../contract/connector'
import { message } from '../../messages/message'
import { EventLoopTurns } from '../../process/event-loop-turns'
import { captionQueueOf } from '../../queue/caption-job'
import type { CaptionJob } from '../../queue/caption-job'
import { WorkQueue } from '../../queue/work-queue'
import { WorkerSigns } from '../../queue/worker-signs'
import { isInDatabase } from '../../store/store-address'
import { openPairs, isUnknown } from '../connector/caption-pairs'
import type { CaptionConnector, Target } from '../connector/caption-connector'
import type { EngineState } from '../engine-state'
import type { Session } from '../session'
import { presentWorkers } from './ask-workers'

const PAIRS_A_TURN = 64

interface Asked {
  /** As in `seer at http://127.0.0.1:8080/v1`. */
  title: string
  /** Those that did not wait already. */
  added: number
  /** Open pairs that nothing is known of yet: the question is about their regions. */
  unproposed: number
}

/**
 * Asks workers for captions of open pairs, by the server and model of the settings. Those that have an answer of them
 * are passed over by the worker.
 * @param pairIds null for all
 * @throws ContractError `unavailable` where the connector is off or has no server, the person has not agreed to the
 * address, the project lies in a file, or no worker takes captions; `cancelled` where the project is closed meanwhile
 */
export function askCaptions(state: EngineState, pairIds: readonly number[] | null): Promise<Asked> {
  const session = state.current()
  return session.whileOpen(() => askOpen(state, session, pairIds))
}

async function askOpen(
  state: EngineState,
  session: Session,
  pairIds: readonly number[] | null,
): Promise<Asked> {
  const { project } = session
  const { storeAddress, folder, store } = project
  if (!isInDatabase(storeAddress)) {
    throw failWith('unavailable', message('workers.needsDatabase'))
  }
  const { title, endpoint, model } = await agreedTarget(state.connector)
  if (!(await presentWorkers(storeAddress)).some(({ tasks }) => tasks.includes('captions'))) {
    throw failWith('unavailable', message('workers.noneCaptions'))
  }
  const { instruction: own, side } = state.connector.settings()
  const { address } = endpoint
  const instruction = own.trim() === '' ? DEFAULT_INSTRUCTION : own
  const jobs: CaptionJob[] = []
  const turns = new EventLoopTurns()
  const { open } = openPairs(project, pairIds)
  for (const [index, pairId] of open.entries()) {
    const pair = store.pair(pairId)
    if (!isUnknown(pair, () => store.document(pair))) {
      jobs.push({ pair: pair.key, folder, address, model, instruction, side })
    }
    if (index % PAIRS_A_TURN === 0) {
      await turns.yieldToEventLoop()
      session.requireOpen()
    }
  }
  const queue = await WorkQueue.open(storeAddress)
  try {
    await new WorkerSigns(queue).open()
    const waiting = jobs.map((data) => ({ queue: captionQueueOf(data), key: data.pair, data }))
    return { title: title.text, added: await queue.insert(waiting), unproposed: open.length - jobs.length }
  } finally {
    await queue.close()
  }
}

/** A server of the settings that pictures may go to. @throws ContractError `unavailable` */
function agreedTarget(
  connector: CaptionConnector,
): Promise<Target & { endpoint: NonNullable<Target['endpoint']> }> {
  return explained(async () => {
    const target = connector.target()
    const { endpoint } = target
    if (endpoint === null) {
      throw failWith('unavailable', message('workers.captionsNeedServer'))
    }
    const reach = await reachOf(endpoint)
    // a name that is unknown here may be known to the worker, whose own consent it needs
    if (reach !== 'unknown') {
      checkReach(reach, endpoint, connector.endpoints.consent)
    }
    return { ...target, endpoint }
  })
}
