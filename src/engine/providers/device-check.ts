import { toFailure } from '../../contract/errors'
import { PROVIDER_TITLES } from '../../inference/providers'
import { message } from '../../messages/message'
import type { Message } from '../../messages/message'
import type { PlanMemory, TrialQuestion } from '../proposals/proposal-plan'

/** Pairs for which a device must propose as the processor does, and the largest distance (`proposalDistance`). */
const COMPARED_PAIRS = 3
/** Sums in another order move a few pixels of an edge; a product that is computed wrongly moves nearly all. */
const TOLERANCE = 0.1

interface Check {
  state: 'open' | 'under way' | 'right' | 'wrong'
  left: number
}

/**
 * Whether a model proposes on a device what it proposes on the processor, found for its first pairs: a driver or the
 * runtime may compute an operation wrongly and say nothing (decision 144).
 */
export class DeviceCheck {
  private readonly checks = new Map<string, Check>()

  /** @param plans a model that has one for a device was compared there */
  constructor(private readonly plans?: PlanMemory) {}

  /**
   * False where the processor is to propose, also while the first comparison is under way. What fails tells nothing of
   * the answers. @param compare for the caller's pair
   * @throws ContractError `cancelled`
   */
  async isRight(
    question: TrialQuestion,
    compare: () => Promise<{ distance: number }>,
    { onInfo }: { onInfo(message: Message): void },
  ): Promise<boolean> {
    const check = this.checkOf(question)
    const isFirst = check.left === COMPARED_PAIRS
    if (check.state !== 'open') {
      return check.state === 'right' || (check.state === 'under way' && !isFirst)
    }
    check.state = 'under way'
    try {
      const { distance } = await compare()
      check.left -= 1
      check.state = distance > TOLERANCE ? 'wrong' : check.left > 0 ? 'open' : 'right'
      if (check.state === 'wrong') {
        onInfo(differs(question))
      }
    } catch (error) {
      const isCancelled = toFailure(error).code === 'cancelled'
      check.state = isCancelled ? 'open' : 'right'
      if (isCancelled) {
        throw error
      }
    }
    return check.state !== 'wrong'
  }

  private checkOf({ proposer, device }: TrialQuestion): Check {
    const key = `${device} ${proposer}`
    const known = this.checks.get(key)
    if (known !== undefined) {
      return known
    }
    const wasCompared = (this.plans?.read(proposer, device) ?? null) !== null
    const check: Check = { state: wasCompared ? 'right' : 'open', left: COMPARED_PAIRS }
    this.checks.set(key, check)
    return check
  }
}

function differs({ proposer: name, device }: TrialQuestion): Message {
  return message('models.deviceDiffers', { name, provider: PROVIDER_TITLES[device] })
}
