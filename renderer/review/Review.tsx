import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactElement } from 'react'
import type { OpenPair } from '../../src/contract/pairs'
import { usePairList } from '../queue/list'
import { text } from '../text/chosen'
import { Empty } from '../components/Empty'
import { useRoute } from '../state/route'
import { useReviewDocument } from './document'
import { CaptionPanel } from './panels/CaptionPanel'
import { ChangeDefinitionPanel } from './panels/ChangeDefinitionPanel'
import { Filmstrip } from './panels/Filmstrip'
import { HistoryPanel } from './panels/HistoryPanel'
import { useClaimWhileHere } from './commands/claims'
import { resumeReview, reviewPair } from './commands/navigation'
import { useCurrentPair } from './session'
import { NotesPanel, StatePanel } from './panels/StatePanel'
import styles from './Review.module.css'
import { ProposalPanel } from './panels/ProposalPanel'
import { RegionPanel } from './panels/RegionPanel'
import { ToolBar } from './panels/ToolBar'
import { ViewBar } from './panels/ViewBar'
import { ReviewStage } from './stage/ReviewStage'
import { HintAnnouncer } from './hints/HintCallout'
import type { PairProblem } from '../../src/domain/pair'
import { useSliceWheel } from './scan/use-slice-wheel'
import { spellFailure } from '../text/message'

const words = text.review

export function Review(): ReactElement {
  const open = useReviewDocument((document) => document.open)
  const pairId = useCurrentPair((reviewing) => reviewing.pairId)
  const areFolded = useRoute((store) => store.arePanelsFolded || store.isCanvasMaximized)
  const hasPairs = usePairList((list) => list.ids.length > 0)
  const isFinding = usePairList((list) => list.isFinding)
  useClaimWhileHere(pairId)
  useEffect(() => {
    if (hasPairs && pairId === null) {
      resumeReview()
    }
  }, [hasPairs, pairId])
  if (pairId === null) {
    return hasPairs || isFinding ? <Opening /> : <NothingToReview />
  }
  const shown = open?.pair.id === pairId ? open : null
  return (
    <div className={styles.review} data-folded={areFolded || undefined}>
      <ViewBar open={shown} />
      <ToolBar />
      <Canvas shown={shown} pairId={pairId} />
      <HintAnnouncer />
      {areFolded ? null : <Filmstrip pairId={pairId} />}
      {areFolded ? null : <Panels open={shown ?? open} isPresent={shown !== null} />}
    </div>
  )
}

function Canvas(props: { shown: OpenPair | null; pairId: number }): ReactElement {
  const element = useRef<HTMLElement>(null)
  useSliceWheel(element)
  return (
    <section
      ref={element}
      className={styles.stage}
      aria-label={words.canvas}
      data-pane
      data-canvas
      tabIndex={-1}
    >
      <Stage {...props} />
    </section>
  )
}

function Stage({ shown, pairId }: { shown: OpenPair | null; pairId: number }): ReactElement {
  const problem = useCurrentPair((reviewing) => reviewing.problem)
  if (problem !== null) {
    return (
      <Empty icon={<IconAlertTriangle />} title={words.failed} isProblem>
        <p data-selectable>{problem}</p>
        <Button onClick={() => void reviewPair(pairId)}>{words.tryAgain}</Button>
      </Empty>
    )
  }
  if (shown === null) {
    return <Opening />
  }
  return shown.pair.problem === null ? (
    <ReviewStage open={shown} />
  ) : (
    <ProblemView problem={shown.pair.problem} />
  )
}

/** While the next pair is on its way the panels stay, faint, so that nothing jumps. */
function Panels({ open, isPresent }: { open: OpenPair | null; isPresent: boolean }): ReactElement {
  return (
    <aside
      className={styles.panels}
      aria-label={words.panels}
      aria-busy={!isPresent}
      inert={!isPresent}
      data-keep-focus
      data-pane
      tabIndex={-1}
    >
      {open === null ? null : (
        <>
          <div className={styles.scroll}>
            <ChangeDefinitionPanel />
            <ProposalPanel open={open} />
            <RegionPanel key={`regions of ${open.pair.id}`} pairId={open.pair.id} document={open.document} />
            <CaptionPanel
              key={`captions of ${open.pair.id}`}
              pairId={open.pair.id}
              document={open.document}
            />
            <NotesPanel key={`notes of ${open.pair.id}`} review={open.document.review} />
            <HistoryPanel open={open} />
          </div>
          <StatePanel open={open} />
        </>
      )}
    </aside>
  )
}

/** Says something only when opening takes long enough to be noticed. */
function Opening(): ReactElement | null {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), 200)
    return () => window.clearTimeout(timer)
  }, [])
  return isSlow ? (
    <output className={styles.opening}>
      <Loader size="sm" />
      {words.loading}
    </output>
  ) : null
}

function NothingToReview(): ReactElement {
  return (
    <Empty icon={<IconPhoto />} title={words.empty.title}>
      <p>{words.empty.explain}</p>
      <Button onClick={() => useRoute.getState().go('queue')}>{words.empty.toQueue}</Button>
    </Empty>
  )
}

const problemWords = text.review.problem

/** In place of the images of a pair that cannot be shown. */
function ProblemView({ problem }: { problem: PairProblem }): ReactElement {
  return (
    <Empty icon={<IconPhotoOff />} title={problemWords.titles[problem.code]} isProblem>
      <p data-selectable>{spellFailure(problem)}</p>
      <p data-selectable>
        {problemWords.file}: {problem.path}
      </p>
      <p>{problemWords.goOn}</p>
      {problem.code === 'missing' ? <p>{problemWords.gone}</p> : null}
    </Empty>
  )
}
