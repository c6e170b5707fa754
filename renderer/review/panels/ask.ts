import { create } from 'zustand'
import type { ConnectorAnswer } from '../../../src/contract/connector'
import type { Caption } from '../../../src/domain/caption'
import type { Diff } from '../../../src/domain/diff'
import type { PairDocument } from '../../../src/domain/document'
import { addedCaption, keptRegions, withCorrection } from '../../../src/domain/review'
import { presentTarget } from '../../connector/target'
import { engine } from '../../engine'
import { text } from '../../text/en'
import { messageOf, say } from '../../ui/notices'
import { ContractError } from '../../../src/contract/errors'
import { inProject, useReviewDocument } from '../document'
import { applyEdit } from './apply'
import { storeDrafts } from './drafts'
import { isShown } from './reviewing'

/** A question of the caption connector about a pair, and what is to be said of its answer. Never saved. */
interface Ask {
  pairId: number | null
  host: string
  /** Milliseconds since 1970; null while nothing is asked. */
  since: number | null
  problem: string | null
  remark: string | null
}

const words = text.connector
const nothing: Ask = { pairId: null, host: '', since: null, problem: null, remark: null }

export const useAsk = create<Ask>()(() => nothing)

/**
 * Asks about the open pair and adds the answer as a caption. Who has gone on to another pair meanwhile gets it on
 * the one that was asked about: such an answer can take long.
 */
export async function askConnector(): Promise<void> {
  storeDrafts()
  const target = presentTarget()
  const { open } = useReviewDocument.getState()
  if (target === null) {
    say('info', words.off)
    return
  }
  if (open === null || !isShown() || open.pair.problem !== null || useAsk.getState().since !== null) {
    return
  }
  const { id: pairId, key } = open.pair
  const asked = inProject()
  const isSame = (): boolean => inProject().storePath === asked.storePath
  useAsk.setState({ ...nothing, pairId, host: target.host, since: Date.now() })
  try {
    const answer = await engine.call('connector.ask', { pairId })
    if (!isSame()) {
      say('info', words.otherFolder(key, answer.caption.text))
      return
    }
    const isHere = useReviewDocument.getState().open?.pair.id === pairId
    const remark = isHere ? addHere(answer, target.host) : null
    if (!isHere) {
      await addElsewhere({ pairId, ...asked }, answer.caption, target.host)
      say('info', words.elsewhere(key, answer.caption.text))
    }
    useAsk.setState({ remark })
  } catch (error) {
    const isCancelled = error instanceof ContractError && error.failure.code === 'cancelled'
    if (isSame()) {
      useAsk.setState({ problem: isCancelled ? null : messageOf(error) })
    }
  } finally {
    if (isSame()) {
      useAsk.setState({ since: null })
    }
  }
}

export function cancelAsking(): void {
  void engine.call('connector.cancel', {})
}

/** What was asked in the project that was open. */
export function forgetAsk(): void {
  useAsk.setState(nothing)
}

export function dismissAsk(): void {
  useAsk.setState({ problem: null, remark: null })
}

/** Returns what the person should know of it. */
function addHere({ caption, saysNoChange }: ConnectorAnswer, host: string): string | null {
  const { open } = useReviewDocument.getState()
  if (open === null || addDiff(open.document, caption).length === 0) {
    return words.same(host)
  }
  applyEdit(words.label(host), (document) => addDiff(document, caption))
  const marked = keptRegions(open.document).length
  return saysNoChange && marked > 0 ? words.noChange(host, marked) : null
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
  host: string,
): Promise<void> {
  const { document } = await engine.call('pairs.get', { pairId: of.pairId })
  const diff = withCorrection(document, addDiff(document, caption))
  if (diff.length > 0) {
    const eventId = crypto.randomUUID()
    await engine.call('pairs.edit', { ...of, eventId, label: words.label(host), diff })
  }
}
