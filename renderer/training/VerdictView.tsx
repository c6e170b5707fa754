import { Button } from '@mantine/core'
import { IconBox, IconEqual, IconSparkles, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { TrainingRun } from '../../src/contract/training'
import type { ModelComparison, ComparisonOutcome } from '../../src/contract/model-comparison'
import { engine } from '../engine'
import { withKeys } from '../keys/actions'
import { useSelection } from '../models/selection'
import { titleOf } from '../models/titles'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import { useQuery } from '../state/use-query'
import { keepPresentModel, promoteModel } from './commands'
import { MetricTable } from './MetricTable'
import styles from './Training.module.css'
import { VerdictPairs } from './VerdictPairs'

const words = text.training.verdict

const icons: Record<ComparisonOutcome, ReactNode> = {
  better: <IconTrendingUp aria-hidden />,
  worse: <IconTrendingDown aria-hidden />,
  'cannot-tell': <IconEqual aria-hidden />,
}

/** Whether the new model is better, by which scores, and on which pairs. */
export function VerdictView({ run }: { run: TrainingRun }): ReactElement {
  const { id: runId } = run
  const query = useQuery(runId, () => engine.call('training.verdict', { runId }))
  if (query.problem !== null) {
    return (
      <p className={styles.problem} role="alert">
        {query.problem}
      </p>
    )
  }
  return query.value === null ? (
    <output className={styles.dim}>{query.isWaiting ? words.loading : run.message}</output>
  ) : (
    <Shown run={run} verdict={query.value} />
  )
}

function Shown({ run, verdict }: { run: TrainingRun; verdict: ModelComparison }): ReactElement {
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
function Choice({ run, verdict }: { run: TrainingRun; verdict: ModelComparison }): ReactElement | null {
  const list = useEngineState((state) => state.models)
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
        <Button size="sm" variant="default" onClick={() => keepPresentModel(old)}>
          {words.keep(old)}
        </Button>
      )}
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconBox size={16} />}
        onClick={() => {
          useSelection.setState({ cursorId: model })
          useRoute.getState().go('models')
        }}
      >
        {words.toModels}
      </Button>
    </div>
  )
}
