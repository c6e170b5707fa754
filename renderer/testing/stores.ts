import { useExportChoice, useImportChoice } from '../dataset/options'
import { useSelection } from '../models/selection'
import { useOpenFlow } from '../open/flow'
import { useAskPairs } from '../queue/ask-pairs'
import { useBulk } from '../queue/bulk'
import { useGrid } from '../queue/grid'
import { usePairList } from '../queue/list'
import { startPairs } from '../queue/rows'
import { useReviewDocument } from '../review/document'
import { useAsk } from '../review/panels/ask'
import { useChain } from '../review/panels/chain'
import { startReview } from '../review/panels/navigation'
import { useProposing } from '../review/panels/propose'
import { useReviewing } from '../review/panels/reviewing'
import { usePreparing } from '../review/segment/preparing'
import { useReviewSession } from '../review/session'
import { useStageView } from '../review/stage/stage-view'
import { useModels } from '../settings/connector/models'
import { useConsent } from '../settings/connector/place'
import { useTrainingOptions } from '../training/options'
import { useRuns } from '../training/runs'
import { useVerdictRows } from '../training/verdict-rows'
import { useLive } from '../ui/live'
import { useNotices } from '../ui/notices'
import { usePlace } from '../ui/place'

interface Resettable {
  reset(): void
}

function resettable<T>(store: { setState(state: T, replace: true): void; getInitialState(): T }): Resettable {
  return { reset: () => store.setState(store.getInitialState(), true) }
}

const stores: readonly Resettable[] = [
  resettable(useAsk),
  resettable(useAskPairs),
  resettable(useBulk),
  resettable(useChain),
  resettable(useConsent),
  resettable(useExportChoice),
  resettable(useGrid),
  resettable(useImportChoice),
  resettable(useLive),
  resettable(useModels),
  resettable(useNotices),
  resettable(useOpenFlow),
  resettable(usePairList),
  resettable(usePlace),
  resettable(usePreparing),
  resettable(useProposing),
  resettable(useReviewDocument),
  resettable(useReviewSession),
  resettable(useReviewing),
  resettable(useRuns),
  resettable(useSelection),
  resettable(useStageView),
  resettable(useTrainingOptions),
  resettable(useVerdictRows),
]

/** The screen as a window that was just opened has it; the engine must be disconnected. */
export function resetStores(): void {
  startPairs(null)
  startReview()
  stores.forEach((store) => store.reset())
}
