import { create } from 'zustand'
import type { ConnectorAnswer } from '../../../src/contract/connector'
import type { Caption, PairDocument } from '../../../src/domain/document'
import type { Diff } from '../../../src/domain/diff'
import { addedCaption, unrejectedRegions, withCorrection } from '../../../src/domain/review'
import { presentTarget } from '../../connector/connector'
import { engine } from '../../engine'
import { text } from '../../text/chosen'
import { notify } from '../../state/notices'
import type { NoticePair } from '../../state/notices'
import { ContractError } from '../../../src/contract/errors'
import { useReviewDocument, applyEdit } from '../document'
import { inProject } from '../../state/engine-state'
import { storeDrafts } from './drafts'
import { isCurrentPairShown, useCurrentPair } from '../session'
import { messageOf } from '../../text/message'

/** A request to the caption connector about a pair, with the remark on its answer. Never saved. */
interface ConnectorRequest {
  pairId: number | null
  /** Of what is asked. */
  name: string
  /** What a model on this machine has said so far. */
  soFar: string
  /** Milliseconds since 1970; null while no request is under way. */
  since: number | null
  problem: string | null
  remark: string | null
}

const words = text.connector
const NOTHING: ConnectorRequest = {
  pairId: null,
  name: '',
  soFar: '',
  since: null,
  problem: null,
  remark: null,
}

export const useConnectorRequest = create<ConnectorRequest>()(() => NOTHING)

/**
 * Requests a caption of the open pair and adds it to that pair, also where another pair is open when the answer
 * comes: an answer can take long.
 */
export async function requestConnectorCaption(): Promise<void> {
  storeDrafts()
  const target = presentTarget()
  const { open } = useReviewDocument.getState()
  if (target === null) {
    notify('info', words.off)
    return
  }
  if (
    open === null ||
    !isCurrentPairShown() ||
    open.pair.problem !== null ||
    useConnectorRequest.getState().since !== null
  ) {
    return
  }
  const { id: pairId, key } = open.pair
  const project = inProject()
  const isSame = (): boolean => inProject().storePath === project.storePath
  const { name } = target
  useConnectorRequest.setState({ ...NOTHING, pairId, name, since: Date.now() })
  const forget = engine.on('connector.text', ({ text: soFar }) => useConnectorRequest.setState({ soFar }))
  try {
    const answer = await engine.call('connector.ask', { pairId })
    if (!isSame()) {
      notify('info', words.otherFolder(key, answer.caption.text))
      return
    }
    const isHere = useReviewDocument.getState().open?.pair.id === pairId
    const remark = isHere ? addHere(answer, name) : null
    if (!isHere) {
      await addElsewhere({ pairId, ...project }, answer.caption, name)
      notify('info', words.elsewhere(key, answer.caption.text))
    }
    useConnectorRequest.setState({ remark })
  } catch (error) {
    const isCancelled = error instanceof ContractError && error.failure.code === 'cancelled'
    if (isSame() && !isCancelled) {
      fail(messageOf(error), { pairId, key, storePath: project.storePath })
    }
  } finally {
    forget()
    if (isSame()) {
      useConnectorRequest.setState({ since: null })
    }
  }
}

/** Said beside the button, and where the user has gone on in a notice that leads back. */
function fail(problem: string, pair: NoticePair): void {
  useConnectorRequest.setState({ problem })
  if (useCurrentPair.getState().pairId !== pair.pairId) {
    notify('error', problem, pair)
  }
}

export function cancelConnectorRequest(): void {
  void engine.call('connector.cancel', {})
}

/** Drops the state of the last request; called when another project is opened. */
export function resetConnectorRequest(): void {
  useConnectorRequest.setState(NOTHING)
}

export function dismissConnectorRequest(): void {
  useConnectorRequest.setState({ problem: null, remark: null })
}

/** Returns a remark for the user, or null. */
function addHere({ caption, statesNoChange }: ConnectorAnswer, name: string): string | null {
  const { open } = useReviewDocument.getState()
  if (open === null || addDiff(open.document, caption).length === 0) {
    return words.same(name)
  }
  applyEdit(words.label(name), (document) => addDiff(document, caption))
  const marked = unrejectedRegions(open.document).length
  return statesNoChange && marked > 0 ? words.noChange(name, marked) : null
}

/** Empty where the very same answer is there. */
function addDiff(document: PairDocument, caption: Caption): Diff {
  const isThere = document.captions.some(
    (each) => each.text === caption.text && JSON.stringify(each.source) === JSON.stringify(caption.source),
  )
  return isThere ? [] : addedCaption(document, caption)
}

async function addElsewhere(
  of: { pairId: number; storePath?: string },
  caption: Caption,
  name: string,
): Promise<void> {
  const { document } = await engine.call('pairs.get', { pairId: of.pairId })
  const diff = withCorrection(document, addDiff(document, caption))
  if (diff.length > 0) {
    const eventId = crypto.randomUUID()
    await engine.call('pairs.edit', { ...of, eventId, label: words.label(name), diff })
  }
}
