import { once } from 'node:events'
import { ContractError, failWith } from '../contract/errors'
import type { ReviewerAgreement } from '../contract/overlap'
import { message } from '../messages/message'
import { startThread } from '../process/own-programs'
import type { FromAgreementThread } from '../scoring/reviews/agreement-thread'
import type { OpenProject } from './project/open-project'

/** Under way, by project: who asks meanwhile gets the same answer. */
const underWay = new WeakMap<OpenProject, Promise<ReviewerAgreement>>()

/**
 * How far people agree in the blind reviews of the project, found in a thread with a connection of its own.
 * @throws ContractError of the store, and `cancelled` after `closing`
 */
export function measureReviewerAgreement(
  project: OpenProject,
  closing: AbortSignal,
): Promise<ReviewerAgreement> {
  const known = underWay.get(project)
  if (known !== undefined) {
    return known
  }
  const measured = measureApart(project, closing).finally(() => underWay.delete(project))
  underWay.set(project, measured)
  return measured
}

async function measureApart({ storeAddress }: OpenProject, closing: AbortSignal): Promise<ReviewerAgreement> {
  const thread = startThread('agreement-thread', storeAddress)
  const stop = (): void => void thread.terminate()
  closing.addEventListener('abort', stop)
  try {
    const [answer] = (await Promise.race([
      once(thread, 'message'),
      once(thread, 'exit').then(() => {
        throw closing.aborted
          ? failWith('cancelled', message('folders.closedMeanwhile'))
          : failWith('unavailable', message('engine.threadEnded'))
      }),
    ])) as [FromAgreementThread]
    if ('failure' in answer) {
      throw new ContractError(answer.failure)
    }
    return answer.agreement
  } finally {
    closing.removeEventListener('abort', stop)
    stop()
  }
}
