import { Button, Loader, Modal } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import type { Statistics } from '../../../src/contract/statistics'
import shared from '../../components/shared.module.css'
import { engine } from '../../engine'
import { withKeys } from '../../keys/actions'
import { useEngineState } from '../../state/engine-state'
import { useQuery } from '../../state/use-query'
import { useStorePath } from '../blind-reviews/dialog'
import { text } from '../../text/chosen'
import { DayChart, HourChart } from './Charts'
import { percentOf, ProposerTable, ReviewerTable, secondsOf } from './Tables'
import { closeStatistics, openStatistics, useStatisticsDialog } from './dialog'
import styles from './Statistics.module.css'

const words = text.statistics

export function StatisticsButton(): ReactElement {
  useEngineState((state) => state.settings.keys)
  return (
    <Button
      variant="default"
      leftSection={<IconChartBar size={14} />}
      title={withKeys(words.explain, 'queue.statistics')}
      onClick={openStatistics}
    >
      {words.title}
    </Button>
  )
}

/** How the work on the folder goes, and what the proposals were worth. */
export function StatisticsDialog(): ReactElement {
  const isOpen = useStatisticsDialog((state) => state.isOpen)
  useEffect(() => closeStatistics, [])
  return (
    <Modal opened={isOpen} onClose={closeStatistics} title={words.title} size="64rem">
      {isOpen ? <Loaded /> : null}
    </Modal>
  )
}

function Loaded(): ReactElement {
  const { value, problem } = useQuery('statistics', () => engine.call('statistics.get', {}))
  if (problem !== null) {
    return (
      <p className={shared.problem} role="alert">
        {problem}
      </p>
    )
  }
  return value === null ? <Loader size="sm" aria-label={words.waiting} /> : <Shown statistics={value} />
}

function Shown({ statistics }: { statistics: Statistics }): ReactElement {
  const { decided, pairCount, asProposed, times, days, hours, reviewers, proposers } = statistics
  const blindPairs = useBlindPairs()
  const leftOut = blindPairs === 0 ? null : <p className={shared.note}>{words.blind(blindPairs)}</p>
  if (decided === 0) {
    return (
      <>
        <p className={shared.dim}>{words.nothing}</p>
        {leftOut}
      </>
    )
  }
  return (
    <div className={styles.statistics}>
      <dl className={styles.facts}>
        <Fact name={words.decided} value={words.of(decided, pairCount)} />
        <Fact name={words.asProposed} value={percentOf(asProposed)} note={words.asProposedNote} />
        <Fact
          name={words.seconds}
          value={secondsOf(times)}
          note={times === null ? words.noTimes : words.half(times.lowerQuartile, times.upperQuartile)}
        />
      </dl>
      <div className={styles.charts}>
        <DayChart days={days} />
        <HourChart hours={hours} />
      </div>
      {proposers.length === 0 ? null : <ProposerTable proposers={proposers} />}
      <ReviewerTable reviewers={reviewers} />
      <p className={shared.note}>{words.counted}</p>
      {leftOut}
    </div>
  )
}

/** Pairs that several people review blindly, where the person may know of them. */
function useBlindPairs(): number {
  const { value } = useQuery(useStorePath(), () => engine.call('overlap.list', {}))
  return (value ?? []).reduce((sum, { pairs }) => sum + pairs, 0)
}

function Fact({ name, value, note }: { name: string; value: string; note?: string }): ReactElement {
  return (
    <div>
      <dt className={shared.note}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      {note === undefined ? null : <dd className={styles.note}>{note}</dd>}
    </div>
  )
}
