import { Button } from '@mantine/core'
import { IconBox, IconEqual, IconSparkles, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { TrainingRun, Verdict, VerdictWord } from '../../src/contract/training'
import { engine } from '../engine'
import { withKeys } from '../keys/actions'
import { useSelection } from '../models/selection'
import { titleOf } from '../models/titles'
import { text } from '../text/en'
import { useLive } from '../ui/live'
import { usePlace } from '../ui/place'
import { useAsked } from '../ui/use-asked'
import { keepOld, promoteModel } from './commands'
import { MetricTable } from './MetricTable'
import styles from './Training.module.css'
import { VerdictPairs } from './VerdictPairs'

const words = text.training.verdict

const icons: Record<VerdictWord, ReactNode> = {
  better: <IconTrendingUp aria-hidden />,
  worse: <IconTrendingDown aria-hidden />,
  'cannot-tell': <IconEqual aria-hidden />,
}

/** Whether the new model is better, by which scores, and on which pairs. */
export function VerdictView({ run }: { run: TrainingRun }): ReactElement {
  const { id: runId } = run
  const asked = useAsked(runId, () => engine.call('training.verdict', { runId }))
  if (asked.problem !== null) {
    return (
      <p className={styles.problem} role="alert">
        {asked.problem}
      </p>
    )
  }
  return asked.value === null ? (
    <output className={styles.dim}>{asked.isWaiting ? words.loading : run.message}</output>
  ) : (
    <Shown run={run} verdict={asked.value} />
  )
}

function Shown({ run, verdict }: { run: TrainingRun; verdict: Verdict }): ReactElement {
  return (
    <>
      <section className={styles.verdict} aria-label={words.title} data-word={verdict.word}>
        <div className={styles.verdictIcon}>{icons[verdict.word]}</div>
        <div className={styles.verdictText}>
          <strong>{words.words[verdict.word]}</strong>
          <p data-selectable>{verdict.sentence}</p>
          <Choice run={run} verdict={verdict} />
        </div>
      </section>
      <MetricTable verdict={verdict} />
      <VerdictPairs runId={run.id} verdict={verdict} />
    </>
  )
}

/** The user's to decide, whatever the verdict says. */
function Choice({ run, verdict }: { run: TrainingRun; verdict: Verdict }): ReactElement | null {
  const list = useLive((live) => live.models)
  const { model } = run
  if (model === null || list === null) {
    return null
  }
  const isInUse = list.inUse === model
  const old = titleOf(list, list.inUse)
  return (
    <div className={styles.row}>
      <Button
        size="sm"
        disabled={isInUse}
        variant={verdict.word === 'better' ? 'filled' : 'default'}
        leftSection={<IconSparkles size={16} />}
        title={withKeys(text.keys.actions['training.promote'], 'training.promote')}
        onClick={() => void promoteModel(model)}
      >
        {isInUse ? words.isPromoted : words.promote}
      </Button>
      {isInUse ? null : (
        <Button size="sm" variant="default" onClick={() => keepOld(old)}>
          {words.keep(old)}
        </Button>
      )}
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconBox size={16} />}
        onClick={() => {
          useSelection.setState({ cursorId: model })
          usePlace.getState().go('models')
        }}
      >
        {words.toModels}
      </Button>
    </div>
  )
}
