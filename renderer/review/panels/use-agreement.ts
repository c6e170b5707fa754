import type { Agreement } from '../../../src/domain/caption'
import type { OpenPair } from '../../../src/contract/review'
import { isBlank, keptRegions, rankedCaptions } from '../../../src/domain/review'
import { engine } from '../../engine'
import { useAsked } from '../../ui/use-asked'
import { useJudge } from './proposers'

/** After the last edit; an answer costs the model a look. */
const pause = 700

/**
 * How well captions and regions of the pair agree as they are now: as proposed where nobody touched them, else
 * asked of the model that proposes. What was known last stays until the answer is there. Null where nobody can say.
 */
export function useAgreement({ pair, document, version, proposal, baseProposalId }: OpenPair): {
  agreement: Agreement | null
  problem: string | null
  isWaiting: boolean
} {
  const canJudge = useJudge()
  const asProposed = proposal?.id === baseProposalId ? (proposal?.agreement ?? null) : null
  const isUntouched = version === 0 && proposal?.id === baseProposalId
  const isAsked = canJudge && !isUntouched && pair.problem === null && !isBlank(document)
  const { value, problem, isWaiting } = useAsked(
    isAsked ? `${pair.id} ${version}` : null,
    async () => {
      const regions = keptRegions(document).map(({ id, mask, beforeMask }) => ({ id, mask, beforeMask }))
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
  return { agreement: isAsked && problem === null ? asProposed : null, problem, isWaiting }
}
