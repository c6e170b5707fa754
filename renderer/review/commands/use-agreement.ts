import type { Agreement } from '../../../src/domain/caption'
import type { OpenPair } from '../../../src/contract/review'
import { isBlank, unrejectedRegions, rankedCaptions } from '../../../src/domain/review'
import { engine } from '../../engine'
import { useQuery } from '../../state/use-query'
import { useHasAgreementModel } from '../../state/proposers'

/** Milliseconds after the last edit: each query runs the model. */
const pause = 700

/**
 * The agreement of captions and regions of the pair as they are now: as proposed where nobody edited them, else
 * computed by the model in use. The last value stays until the answer is there. Null where no model can compute it.
 */
export function useAgreement({ pair, document, version, proposal, baseProposalId }: OpenPair): {
  agreement: Agreement | null
  problem: string | null
  isWaiting: boolean
} {
  const hasModel = useHasAgreementModel()
  const asProposed = proposal?.id === baseProposalId ? (proposal?.agreement ?? null) : null
  const isUntouched = version === 0 && proposal?.id === baseProposalId
  const isQueried = hasModel && !isUntouched && pair.problem === null && !isBlank(document)
  const { value, problem, isWaiting } = useQuery(
    isQueried ? `${pair.id} ${version}` : null,
    async () => {
      const regions = unrejectedRegions(document).map(({ id, mask, beforeMask }) => ({
        id,
        mask,
        beforeMask,
      }))
      const caption = rankedCaptions(document)[0]?.text ?? ''
      const { agreement } = await engine.call('chain.agree', { pairId: pair.id, regions, caption })
      return { pairId: pair.id, agreement }
    },
    pause,
  )
  if (isUntouched) {
    return { agreement: asProposed, problem: null, isWaiting: false }
  }
  if (value?.pairId === pair.id) {
    return { agreement: value.agreement, problem, isWaiting }
  }
  return { agreement: isQueried && problem === null ? asProposed : null, problem, isWaiting }
}
