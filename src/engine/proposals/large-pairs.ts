import pLimit from 'p-limit'
import type { Output } from '../../contract/define'
import type { PartsDone } from '../../contract/proposal'
import type { InferenceCommands } from '../../inference/inference-contract'
import type { Rect, Size } from '../../mask/bitmap'
import { partsOf } from '../../tiles/parts'
import type { LanePool } from '../lanes/lane-pool'
import { runParts, tryAgain } from './parts-run'
import type { UnstoredProposal } from './unstored-proposal'
import { joinParts } from './propose-parts'
import type { InferenceLane } from '../lanes/inference-lane'

export type Survey = Output<InferenceCommands, 'survey'>

interface LargePair {
  image: Size
  lanes: LanePool
  signal: AbortSignal
  /** How the frames lie over each other, and which parts differ most. */
  survey(parts: Rect[]): Promise<Survey>
  propose(lane: InferenceLane, part: Rect, survey: Survey): Promise<UnstoredProposal>
}

/** Proposals for pairs that are too large to be decoded whole: one pair at a time, its parts on all lanes. */
export class LargePairs {
  /** A process keeps the files of one pair open. */
  private readonly oneAtATime = pLimit(1)

  /** @param onParts null once no large pair is worked on */
  constructor(private readonly onParts: (parts: PartsDone | null) => void) {}

  /** @throws ContractError as what it asks for does; `cancelled` */
  propose({ image, lanes, signal, survey: look, propose }: LargePair): Promise<UnstoredProposal> {
    const { onParts } = this
    return this.oneAtATime(async () => {
      const parts = partsOf(image)
      onParts({ done: 0, total: parts.length })
      try {
        const survey = await tryAgain(() => look(parts), signal)
        const { alignment, differences: urgency } = survey
        const work = (lane: InferenceLane, part: Rect): Promise<UnstoredProposal> =>
          propose(lane, part, survey)
        const proposals = await runParts(parts, { lanes, signal, urgency, work, onParts })
        const found = proposals.map((proposal, index) => ({ part: parts[index], proposal }))
        return await joinParts(image, found, alignment)
      } finally {
        onParts(null)
      }
    })
  }
}
