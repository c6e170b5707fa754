import { UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { TrainingRun, TrainingState } from '../../src/contract/training'
import { withKeys } from '../keys/actions'
import { text } from '../text/chosen'
import { spellShortDateTime } from '../text/spelling'
import { showRun, useRuns, useShownRun } from './runs'
import shared from '../components/shared.module.css'
import styles from './Training.module.css'
import { useHasPairs } from './PlanView'
import { RunView } from './RunView'
import { Setup } from './Setup'

const words = text.training.runs

const icons: Record<TrainingState, ReactNode> = {
  running: <IconPlayerPlay size={14} aria-hidden />,
  paused: <IconPlayerPause size={14} aria-hidden />,
  interrupted: <IconAlertTriangle size={14} aria-hidden />,
  done: <IconCircleCheck size={14} aria-hidden />,
  failed: <IconAlertTriangle size={14} aria-hidden />,
  cancelled: <IconCircleX size={14} aria-hidden />,
}

/** A new run, and those that were. */
function RunList(): ReactElement {
  const runs = useRuns((store) => store.runs)
  const shownId = useRuns((store) => store.shownId)
  const hasPairs = useHasPairs()
  return (
    <nav className={styles.runs} aria-label={words.title} data-pane tabIndex={-1}>
      <UnstyledButton
        className={styles.run}
        aria-current={shownId === null ? 'true' : undefined}
        title={withKeys(text.keys.actions['training.new'], 'training.new')}
        onClick={() => showRun(null)}
      >
        <span className={styles.runLine}>
          <IconPlus size={14} aria-hidden />
          {words.create}
        </span>
        {hasPairs ? null : <span className={`${shared.dim} ${styles.nothing}`}>{words.needsPairs}</span>}
      </UnstyledButton>
      <h2>{words.title}</h2>
      {runs === null || runs.length === 0 ? (
        <p className={`${shared.dim} ${styles.nothing}`}>{runs === null ? words.loading : words.none}</p>
      ) : (
        runs.map((run) => <Entry key={run.id} run={run} isShown={run.id === shownId} />)
      )}
    </nav>
  )
}

function Entry({ run, isShown }: { run: TrainingRun; isShown: boolean }): ReactElement {
  const { id, createdAt, state, verdict, train, heldOut } = run
  const outcome = verdict === null ? words.states[state] : text.training.verdict.words[verdict]
  return (
    <UnstyledButton
      className={styles.run}
      aria-current={isShown ? 'true' : undefined}
      data-state={state}
      onClick={() => showRun(id)}
    >
      <span className={styles.runLine}>
        {icons[state]}
        {spellShortDateTime(createdAt)}
      </span>
      <span className={`${shared.dim} ${styles.when}`}>
        {outcome} · {words.pairs(train + heldOut)}
      </span>
    </UnstyledButton>
  )
}

/** From corrected pairs to a better model: what to learn from, the run, and whether it was worth it. */
export function Training(): ReactElement {
  const run = useShownRun()
  return (
    <div className={styles.place}>
      <RunList />
      <div className={styles.content} key={run?.id ?? 'new'}>
        <h1>{text.training.title}</h1>
        {run === null ? <Setup /> : <RunView run={run} />}
      </div>
    </div>
  )
}
