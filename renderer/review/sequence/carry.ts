import { create } from 'zustand'
import { ContractError } from '../../../src/contract/errors'
import type { OpenPair } from '../../../src/contract/pairs'
import { engine } from '../../engine'
import { EVERYTHING } from '../../queue/list'
import { useEngineState } from '../../state/engine-state'
import { refuseToEdit } from '../../state/view-only'
import { attempt, notify, notifyError } from '../../state/notices'
import { text } from '../../text/chosen'
import { commitDrafts } from '../commands/drafts'
import { reviewPair } from '../commands/navigation'
import { useReviewDocument } from '../document'
import { isCurrentPairShown, useCurrentPair } from '../session'

const words = text.review.sequence

/** What was carried last from the open pair, as long as that pair stays as it is. */
interface Carrying {
  /** Of the project: pair numbers begin anew in each. */
  storePath: string | undefined
  pairId: number
  version: number
  proposalId: number
}

const useCarrying = create<{ last: Carrying | null }>()(() => ({ last: null }))

/** Whether the regions of the pair were carried just now, so that this can be taken back. */
export function useIsCarried({ pair, version }: OpenPair): boolean {
  return useCarrying(({ last }) => isOf(last, pair.id, version))
}

function isOf(last: Carrying | null, pairId: number, version: number): last is Carrying {
  return last?.storePath === storePathNow() && last?.pairId === pairId && last.version === version
}

/** Pairs for which the engine was asked and has not answered. */
const underWay = new Set<number>()

/** Offers the accepted regions to the next date; once more, when they are there, takes them back. */
export async function carryOrTakeBack(): Promise<void> {
  commitDrafts()
  const { open } = useReviewDocument.getState()
  const sequence = open?.pair.sequence ?? null
  if (
    open === null ||
    sequence === null ||
    !isCurrentPairShown() ||
    underWay.has(open.pair.id) ||
    refuseToEdit()
  ) {
    return
  }
  const { last } = useCarrying.getState()
  underWay.add(open.pair.id)
  await (isOf(last, open.pair.id, open.version) ? takeBack(last) : carry(open))
  underWay.delete(open.pair.id)
}

async function carry({ pair, version }: OpenPair): Promise<void> {
  const storePath = storePathNow()
  const carried = await attempt(engine.call('sequences.carry', { pairId: pair.id, storePath }))
  if (carried !== null) {
    const { pairId, key, regionCount, isKnown, proposalId } = carried
    useCarrying.setState({ last: isKnown ? null : { storePath, pairId: pair.id, version, proposalId } })
    notify('info', isKnown ? words.known : words.carried(regionCount), { pairId, key, storePath })
  }
}

async function takeBack({ proposalId }: Carrying): Promise<void> {
  try {
    await engine.call('sequences.takeBack', { proposalId, storePath: storePathNow() })
    useCarrying.setState({ last: null })
    notify('info', words.takenBack)
  } catch (error) {
    if (isRefusedForGood(error)) {
      useCarrying.setState({ last: null })
    }
    notifyError(error)
  }
}

/** They were taken there, or are gone: asking again would not help. */
function isRefusedForGood(error: unknown): boolean {
  return error instanceof ContractError && ['conflict', 'not-found'].includes(error.failure.code)
}

function storePathNow(): string | undefined {
  return useEngineState.getState().project?.storePath
}

/** The pairs of a sequence by date, whatever the queue shows. */
export async function pairsOfSequence(sequence: string): Promise<readonly number[]> {
  const { ids } = await engine.call('pairs.find', { filter: { ...EVERYTHING, sequence }, order: 'sequence' })
  return ids
}

/** Goes to the next or the previous date of the same place. */
export async function reviewDate(step: 1 | -1): Promise<void> {
  const { open } = useReviewDocument.getState()
  const sequence = open?.pair.sequence ?? null
  if (open === null || sequence === null) {
    return
  }
  const ids = await attempt(pairsOfSequence(sequence.name))
  if (useCurrentPair.getState().pairId !== open.pair.id) {
    return
  }
  const next = ids?.[ids.indexOf(open.pair.id) + step]
  if (next !== undefined) {
    await reviewPair(next)
  } else if (ids !== null) {
    notify('info', step === 1 ? words.atEnd : words.atStart)
  }
}
