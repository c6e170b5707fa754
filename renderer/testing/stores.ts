import { useExportChoice, useImportChoice } from '../dataset/options'
import { useSelection } from '../models/selection'
import { useOpenFlow } from '../open/flow'
import { useCaptionPairs } from '../queue/caption-pairs'
import { useBulk } from '../queue/bulk'
import { useGrid } from '../queue/window'
import { usePairList } from '../queue/list'
import { startPairs } from '../queue/rows'
import { useReviewDocument } from '../review/document'
import { useConnectorRequest } from '../review/commands/connector-caption'
import { useChain } from '../review/commands/chain-store'
import { useNameMenu } from '../review/commands/names'
import { startReview } from '../review/commands/navigation'
import { useProposing } from '../review/commands/propose'
import { useCurrentPair, useReviewSession } from '../review/session'
import { usePreparing } from '../review/tools/segment/preparing'
import { useStageView } from '../review/stage/stage-view'
import { useModels, useConsent } from '../settings/connector/endpoint'
import { useNames } from '../settings/names/names'
import { useNextRun, useTrainingOptions } from '../training/options'
import { useRuns } from '../training/runs'
import { useVerdictRows } from '../training/verdict-rows'
import { useEngineState } from '../state/engine-state'
import { useNotices } from '../state/notices'
import { useRoute } from '../state/route'

interface Resettable {
  reset(): void
}

function resettable<T>(store: { setState(state: T, replace: true): void; getInitialState(): T }): Resettable {
  return { reset: () => store.setState(store.getInitialState(), true) }
}

const stores: readonly Resettable[] = [
  resettable(useConnectorRequest),
  resettable(useCaptionPairs),
  resettable(useBulk),
  resettable(useChain),
  resettable(useConsent),
  resettable(useExportChoice),
  resettable(useGrid),
  resettable(useImportChoice),
  resettable(useEngineState),
  resettable(useModels),
  resettable(useNameMenu),
  resettable(useNames),
  resettable(useNotices),
  resettable(useOpenFlow),
  resettable(usePairList),
  resettable(useRoute),
  resettable(usePreparing),
  resettable(useProposing),
  resettable(useReviewDocument),
  resettable(useReviewSession),
  resettable(useCurrentPair),
  resettable(useRuns),
  resettable(useSelection),
  resettable(useStageView),
  resettable(useNextRun),
  resettable(useTrainingOptions),
  resettable(useVerdictRows),
]

/** The screen as a window that was just opened has it; the engine must be disconnected. */
export function resetStores(): void {
  startPairs(null)
  startReview()
  stores.forEach((store) => store.reset())
}
