import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconChecks, IconFilterOff, IconFolderOpen } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { Recognised } from '../open/Readings'
import { text } from '../text/chosen'
import { Empty } from '../components/Empty'
import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import { CaptionPairsDialog } from './CaptionPairs'
import { BulkBar } from './BulkBar'
import { ContactSheet } from './ContactSheet'
import { EVERYTHING, usePairList } from './list'
import { MapView } from './map/MapView'
import { PairTable } from './PairTable'
import styles from './Queue.module.css'
import { QueueBar } from './QueueBar'
import { useDuplicates } from './similar/Similar'
import { BlindReviewsDialog } from './blind-reviews/BlindReviews'
import { StatisticsDialog } from './statistics/Statistics'

const words = text.queue

export function Queue(): ReactElement {
  const hasProject = useEngineState((state) => state.project !== null)
  useEffect(() => {
    const { isStale, find } = usePairList.getState()
    if (isStale) {
      void find()
    }
  }, [])
  useDuplicates()
  if (!hasProject) {
    return (
      <Empty icon={<IconFolderOpen />} title={words.noProject.title}>
        <p>{words.noProject.explain}</p>
        <Button onClick={() => useRoute.getState().go('open')}>{words.noProject.open}</Button>
      </Empty>
    )
  }
  return (
    <div className={styles.queue}>
      <VisuallyHidden component="h1">{words.title}</VisuallyHidden>
      <Recognised />
      <QueueBar />
      <Pairs />
      <BulkBar />
      <CaptionPairsDialog />
      <BlindReviewsDialog />
      <StatisticsDialog />
    </div>
  )
}

function Pairs(): ReactElement {
  const layout = usePairList((list) => list.layout)
  const isEmpty = usePairList((list) => list.ids.length === 0)
  const isFinding = usePairList((list) => list.isFinding)
  const problem = usePairList((list) => list.problem)
  if (problem !== null) {
    return (
      <Empty icon={<IconAlertTriangle />} title={problem} isProblem>
        <Button onClick={() => void usePairList.getState().find()}>{words.refresh}</Button>
      </Empty>
    )
  }
  if (isEmpty) {
    return isFinding ? (
      <output className={styles.waiting}>
        <Loader size="sm" />
        {words.loading}
      </output>
    ) : (
      <NothingFound />
    )
  }
  return layout === 'list' ? <PairTable /> : layout === 'sheet' ? <ContactSheet /> : <MapView />
}

function NothingFound(): ReactElement {
  const filter = usePairList((list) => list.filter)
  const remaining = useEngineState(({ project }) => project?.counts.unreviewed ?? 0)
  const isOnlyUnreviewed =
    filter.search === '' && filter.category == null && filter.states?.join() === 'unreviewed'
  return isOnlyUnreviewed && remaining === 0 ? (
    <Empty icon={<IconChecks />} title={words.empty.done}>
      <p>{words.empty.doneExplain}</p>
      <Button onClick={() => useRoute.getState().go('dataset')}>{words.empty.toDataset}</Button>
      <Button variant="default" onClick={showAll}>
        {words.empty.clear}
      </Button>
    </Empty>
  ) : (
    <Empty icon={<IconFilterOff />} title={words.empty.title}>
      <p>{words.empty.explain}</p>
      <Button variant="default" onClick={showAll}>
        {words.empty.clear}
      </Button>
    </Empty>
  )
}

function showAll(): void {
  usePairList.getState().setFilter(EVERYTHING)
}
