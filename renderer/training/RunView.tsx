import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { trainingPhaseSchema } from '../../src/contract/training'
import type { TrainingRun } from '../../src/contract/training'
import { withKeys } from '../keys/actions'
import { titleOf } from '../models/spell'
import { text } from '../text/chosen'
import { spellDateTime } from '../text/spelling'
import { spellDuration } from '../components/duration'
import { useEngineState } from '../state/engine-state'
import { cancelRun, forgetRun, pauseRun, repeatRun, resumeRun } from './commands'
import { Curves, Examples } from './Curves'
import { useRuns } from './runs'
import shared from '../components/shared.module.css'
import styles from './RunView.module.css'
import { VerdictView } from './VerdictView'
import { spellFailure, spellMessage } from '../text/message'

const words = text.training.run
const phases = trainingPhaseSchema.options

/** One run: where it is, its curves and proposals, and the verdict when there is one. */
export function RunView({ run }: { run: TrainingRun }): ReactElement {
  const list = useEngineState((state) => state.models)
  const history = useRuns(({ histories }) => histories[run.id] ?? null)
  const { createdAt, from, state, train, heldOut } = run
  const isDone = state === 'done'
  return (
    <>
      <div className={styles.runHead}>
        <h2>{words.title(spellDateTime(createdAt))}</h2>
        <span className={shared.dim}>
          {words.from(list === null ? from : titleOf(list, from))} · {words.sides(train, heldOut)}
        </span>
      </div>
      {isDone ? <VerdictView run={run} /> : <Progressing run={run} />}
      {history === null ? null : (
        <>
          <Curves history={history} steps={run.steps} />
          {isDone ? null : <Examples examples={history.examples} />}
          {history.notices.length === 0 ? null : (
            <section aria-label={words.notices}>
              <h3>{words.notices}</h3>
              <ul className={styles.notices} data-selectable>
                {history.notices.map((notice, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the list only grows
                  <li key={index}>{spellMessage(notice)}</li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      <AfterRun run={run} />
    </>
  )
}

function Progressing({ run }: { run: TrainingRun }): ReactElement {
  const { state, step, steps, secondsSpent, secondsLeft, message, failure, phase } = run
  const pairsPerSecond = useRuns((store) => store.pairsPerSecond)
  const isRunning = state === 'running'
  const facts = [
    words.step(step, steps),
    ...(isRunning && pairsPerSecond !== null && phase === 'training' ? [words.rate(pairsPerSecond)] : []),
    words.spent(spellDuration(secondsSpent)),
    ...(isRunning && secondsLeft !== null ? [words.left(spellDuration(secondsLeft))] : []),
  ]
  return (
    <section className={styles.progressing} aria-label={words.progress}>
      <Phases run={run} />
      <Progress
        size="md"
        value={steps === 0 ? 0 : (100 * step) / steps}
        color={isRunning ? 'accent' : 'gray'}
        aria-label={words.progress}
      />
      <div className={shared.row}>
        <span className={styles.rowText}>{facts.join(' · ')}</span>
        <Commands run={run} />
      </div>
      {failure === null ? (
        <output className={shared.dim}>{spellMessage(message)}</output>
      ) : (
        <p className={shared.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span data-selectable>{spellFailure(failure)}</span>
        </p>
      )}
      {isRunning ? <p className={shared.dim}>{words.usable}</p> : null}
    </section>
  )
}

function Phases({ run }: { run: TrainingRun }): ReactElement {
  const present = phases.indexOf(run.phase)
  return (
    <ol className={styles.phases} aria-label={words.phasesLabel}>
      {phases.map((phase, index) => (
        <li
          key={phase}
          aria-current={index === present ? 'step' : undefined}
          data-done={index < present || undefined}
        >
          {index < present ? <IconCheck size={12} aria-hidden /> : null}
          {words.phases[phase]}
        </li>
      ))}
    </ol>
  )
}

function Commands({ run }: { run: TrainingRun }): ReactElement | null {
  const [question, setQuestion] = useState<'not' | 'now' | 'before'>('not')
  const { state } = run
  // a failed run can go on, too: once the disk has room again, say
  if (state === 'done' || state === 'cancelled') {
    return null
  }
  if (question === 'now') {
    // a part of its own: the button that had the focus must not become the one that cancels
    return (
      <span key="sure" className={shared.row} role="alertdialog" aria-label={words.cancelSure}>
        <span>{words.cancelSure}</span>
        <Button color="red" variant="outline" onClick={() => void cancelRun(run)}>
          {words.cancelYes}
        </Button>
        <Button variant="default" autoFocus onClick={() => setQuestion('before')}>
          {words.cancelNo}
        </Button>
      </span>
    )
  }
  return (
    <span key="commands" className={shared.row}>
      {state === 'running' ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={14} />}
          title={withKeys(text.keys.actions['training.pause'], 'training.pause')}
          onClick={() => void pauseRun(run)}
        >
          {words.pause}
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={14} />}
          title={withKeys(text.keys.actions['training.pause'], 'training.pause')}
          onClick={() => void resumeRun(run)}
        >
          {words.resume}
        </Button>
      )}
      <Button variant="default" autoFocus={question === 'before'} onClick={() => setQuestion('now')}>
        {words.cancel}
      </Button>
    </span>
  )
}

/** Actions on a run that is over. */
function AfterRun({ run }: { run: TrainingRun }): ReactElement | null {
  return ['done', 'failed', 'cancelled'].includes(run.state) ? (
    <div className={shared.row}>
      <Button variant="default" onClick={() => repeatRun(run)}>
        {words.again}
      </Button>
      <Button variant="default" onClick={() => void forgetRun(run)}>
        {words.forget}
      </Button>
    </div>
  ) : null
}
