import '../no-eval'
import '@mantine/core/styles.css'
import '../shell/global.css'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import type { Project } from '../../src/contract/project'
import type { Proposer } from '../../src/contract/proposal'
import type { Settings } from '../../src/contract/work'
import { App } from '../App'
import { followPairs, startPairs } from '../queue/rows'
import { followReview, reviewPair, startReview } from '../review/commands/navigation'
import { followTraining, useRuns } from '../training/runs'
import { followEngine, useEngineState } from '../state/engine-state'
import { useClaims } from '../state/claims'
import { useStaleWork } from '../review/stale/stale-work'
import { useRoute } from '../state/route'
import type { Route } from '../state/route'
import { makeEngine } from './made-engine'
import type { MadeHandlers, MadeEngine } from './made-engine'
import { restHandlers } from './made-handlers'
import type { MadePair } from './made-pairs'
import { countsOf, madeProject, madeProposer, madeSettings } from './made-project'
import { countsIn, makeStore } from './made-store'
import type { MadeStore } from './made-store'
import axe from 'axe-core'
import { useExportChoice, useImportChoice, usePredictionChoice } from '../dataset/options'
import { useSelection } from '../models/commands'
import { useBackups } from '../open/Backups'
import { useBucketForm } from '../open/bucket'
import { followStart, useOpenFlow } from '../open/flow'
import { useThreshold } from '../review/commands/threshold'
import { useFolded } from '../state/folded'
import { useBulk } from '../queue/bulk'
import { useCaptionPairs } from '../queue/caption-pairs'
import { useGrid } from '../queue/PairListbox'
import { usePairList } from '../queue/list'
import { useMap } from '../queue/map/map-store'
import { useBlindReviews } from '../queue/blind-reviews/dialog'
import { useStatisticsDialog } from '../queue/statistics/dialog'
import { useSimilar } from '../queue/similar/similar'
import { useReviewDocument } from '../review/document'
import { useAdjudication } from '../review/adjudication/adjudicate'
import { usePairPlace } from '../review/map/georeference'
import { usePairScan } from '../review/scan/scan-store'
import { forgetDecisions } from '../review/hints/hints'
import { useConnectorRequest } from '../review/commands/connector-caption'
import { useChain } from '../review/commands/chain-store'
import { useMaskDifference } from '../review/commands/mask-difference'
import { useNameMenu } from '../review/commands/names'
import { useJoinMenu } from '../review/commands/region-parts'
import { useProposing } from '../review/commands/actions'
import { useCurrentPair, useReviewSession } from '../review/session'
import { usePreparing } from '../review/tools/segment/segment'
import { useWindowState } from '../review/window/window-store'
import { useStageView } from '../review/stage/stage-view'
import { useModels } from '../settings/connector/endpoint'
import { useNames } from '../settings/names/names'
import { useNextRun, useTrainingOptions } from '../training/commands'
import { useVerdictRows } from '../training/actions'
import { useNotices } from '../state/notices'
import { useSignedOut } from '../shell/sign-out'

interface RenderOptions {
  route?: Route
  /** Of the open project; null for none. */
  pairs?: readonly MadePair[] | null
  project?: Partial<Project>
  settings?: Partial<Settings>
  proposers?: Proposer[]
  /** In place of what an engine at rest answers. */
  answers?: MadeHandlers
}

export interface Shown {
  engine: MadeEngine
  store: MadeStore
}

/** The whole window against a made engine, once its first answers are there. It is taken down after the test. */
export async function renderApp(options: RenderOptions = {}): Promise<Shown> {
  const { route = 'open', pairs = null, settings = {}, proposers = [madeProposer()], answers = {} } = options
  const store = makeStore(pairs ?? [])
  const project = pairs === null ? null : projectOf(pairs, store, options.project)
  const engine = makeEngine({
    ...restHandlers({ project, settings: madeSettings(settings), proposers }),
    ...store.handlers,
    ...answers,
  })
  follow()
  resetStores()
  window.history.replaceState(null, '', `#${route}`)
  engine.connect()
  const root = createRoot(makeElement())
  onTestFinished(() => takeDown(root, engine))
  let hasBegun = false
  root.render(
    <>
      <App />
      <Begun onBegun={() => (hasBegun = true)} />
    </>,
  )
  await vi.waitUntil(() => hasBegun, patience)
  useRoute.getState().go(route)
  return { engine, store }
}

/** The Review place at one of its pairs. */
export async function renderReview(pairId: number, options: RenderOptions): Promise<Shown> {
  const shown = await renderApp({ ...options, route: 'queue' })
  await reviewPair(pairId)
  return shown
}

/** As long as a busy machine may take. */
const patience = { timeout: 20_000, interval: 20 }

/**
 * Tells when the window has the first answers and has begun with the project, which closes the pair that is open. On a
 * busy machine the answers may be there before the window is drawn first.
 */
function Begun({ onBegun }: { onBegun(): void }): null {
  const isLoaded = useEngineState((state) => state.isLoaded)
  useEffect(() => {
    if (isLoaded) {
      onBegun()
    }
  }, [isLoaded, onBegun])
  return null
}

async function takeDown(root: Root, engine: MadeEngine): Promise<void> {
  root.unmount()
  const problems = await engine.end()
  resetStores()
  document.getElementById('root')?.remove()
  if (problems.length > 0) {
    throw new Error(problems.join('\n'))
  }
}

function makeElement(): HTMLElement {
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  return element
}

function follow(): void {
  followStart()
  followEngine()
  followPairs()
  followReview()
  followTraining()
}

function projectOf(pairs: readonly MadePair[], store: MadeStore, change: Partial<Project> = {}): Project {
  const counts = pairs.length === 0 ? countsOf() : countsIn(pairs.map(({ pair }) => store.open(pair.id)))
  return madeProject({ pairCount: pairs.length, counts, ...change })
}

/** Violations that axe-core finds on the page, one line each, by all of its rules as in the stories. */
export async function violations(): Promise<string[]> {
  const found = await axe.run(document)
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
}

interface Resettable {
  reset(): void
}

function resettable<T>(store: { setState(state: T, replace: true): void; getInitialState(): T }): Resettable {
  return { reset: () => store.setState(store.getInitialState(), true) }
}

const stores: readonly Resettable[] = [
  resettable(useAdjudication),
  resettable(useBackups),
  resettable(useBlindReviews),
  resettable(useBucketForm),
  resettable(useClaims),
  resettable(useStaleWork),
  resettable(useFolded),
  resettable(useThreshold),
  resettable(useConnectorRequest),
  resettable(useCaptionPairs),
  resettable(useBulk),
  resettable(useChain),
  resettable(useExportChoice),
  resettable(useGrid),
  resettable(useImportChoice),
  resettable(useJoinMenu),
  resettable(useEngineState),
  resettable(useModels),
  resettable(useMaskDifference),
  resettable(useNameMenu),
  resettable(useNames),
  resettable(useNotices),
  resettable(useOpenFlow),
  resettable(usePairList),
  resettable(usePairPlace),
  resettable(usePairScan),
  resettable(useMap),
  resettable(useSimilar),
  resettable(usePredictionChoice),
  resettable(useRoute),
  resettable(usePreparing),
  resettable(useProposing),
  resettable(useReviewDocument),
  resettable(useReviewSession),
  resettable(useCurrentPair),
  resettable(useRuns),
  resettable(useSelection),
  resettable(useSignedOut),
  resettable(useStageView),
  resettable(useStatisticsDialog),
  resettable(useNextRun),
  resettable(useTrainingOptions),
  resettable(useVerdictRows),
  resettable(useWindowState),
]

/** The screen as a window that was just opened has it; the engine must be disconnected. */
function resetStores(): void {
  startPairs(null)
  startReview()
  forgetDecisions()
  stores.forEach((store) => store.reset())
}
