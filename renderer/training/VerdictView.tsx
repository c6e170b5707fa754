/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- rows are chosen as a whole, and their keys are actions (actions.ts) */
import { Button, SegmentedControl } from '@mantine/core'
import { IconBox, IconEqual, IconSparkles, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { TrainingRun } from '../../src/contract/training'
import type { ModelComparison, ComparisonOutcome, PairComparison } from '../../src/contract/model-comparison'
import { engine } from '../engine'
import { withKeys } from '../keys/actions'
import { useSelection } from '../models/commands'
import { titleOf } from '../models/spell'
import { text } from '../text/chosen'
import { spellFixed, spellSigned } from '../text/spelling'
import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import { useQuery } from '../state/use-query'
import { keepPresentModel, promoteModel } from './commands'
import { MetricTable } from './MetricTable'
import shared from '../components/shared.module.css'
import styles from './VerdictView.module.css'
import { useEffect } from 'react'
import { useScrollWhenChosen } from '../components/use-scroll-when-chosen'
import { ComparedPair } from './ComparedPair'
import { setVerdictRows, useVerdictRows } from './actions'
import { spellMessage } from '../text/message'

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
      <p className={shared.problem} role="alert">
        {query.problem}
      </p>
    )
  }
  return query.value === null ? (
    <output className={shared.dim}>{query.isWaiting ? words.loading : spellMessage(run.message)}</output>
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
          <p data-selectable>{spellMessage(verdict.sentence)}</p>
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
    <div className={shared.row}>
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

/** Every held-out pair with what both models make of it, sorted by gained and lost. */
function VerdictPairs({ runId, verdict }: { runId: string; verdict: ModelComparison }): ReactElement {
  const { rows, cursorId, isLostFirst } = useVerdictRows()
  useEffect(() => setVerdictRows(verdict.rows), [verdict])
  const row = rows.find(({ pairId }) => pairId === cursorId) ?? rows.at(0)
  return (
    <section aria-label={words.pairs}>
      <div className={shared.row}>
        <h3 className={styles.rowText}>{words.pairs}</h3>
        <SegmentedControl
          aria-label={words.order}
          value={isLostFirst ? 'lost' : 'gained'}
          data={[
            { value: 'gained', label: words.gained },
            { value: 'lost', label: words.lost },
          ]}
          onChange={(value) => setVerdictRows(verdict.rows, value === 'lost')}
        />
      </div>
      {row === undefined ? (
        <p className={shared.dim}>{words.noPairs}</p>
      ) : (
        <div className={styles.compare}>
          <Rows rows={rows} presentId={row.pairId} />
          <ComparedPair key={row.pairId} runId={runId} verdict={verdict} row={row} />
        </div>
      )}
    </section>
  )
}

function Rows({ rows, presentId }: { rows: readonly PairComparison[]; presentId: number }): ReactElement {
  return (
    <div className={styles.verdictRows}>
      <div className={styles.verdictHead} aria-hidden>
        <span className={shared.number}>{words.gain}</span>
        <span>{words.pair}</span>
        <span className={shared.number}>{words.maskIou}</span>
      </div>
      <div
        className={styles.verdictList}
        role="listbox"
        aria-label={words.pairs}
        aria-activedescendant={`verdict-${presentId}`}
        tabIndex={0}
        data-pane
      >
        {rows.map((row) => (
          <Row key={row.pairId} row={row} isPresent={row.pairId === presentId} />
        ))}
      </div>
    </div>
  )
}

function Row({ row, isPresent }: { row: PairComparison; isPresent: boolean }): ReactElement {
  const ref = useScrollWhenChosen<HTMLDivElement>(isPresent)
  return (
    <div
      ref={ref}
      id={`verdict-${row.pairId}`}
      role="option"
      className={styles.verdictRow}
      aria-selected={isPresent}
      tabIndex={-1}
      onClick={() => useVerdictRows.setState({ cursorId: row.pairId })}
    >
      <span className={shared.number} data-gain={Math.sign(Math.round(row.gain * 100))}>
        {spellSigned(row.gain, 2)}
      </span>
      <span className={styles.key} title={row.key}>
        {row.key}
        {row.isChanged === false ? (
          <span className={`${shared.dim} ${styles.unchanged}`}> · {words.unchanged}</span>
        ) : null}
      </span>
      <span className={shared.number}>
        {words.arrow(spell(row.before.maskIou), spell(row.after.maskIou))}
      </span>
    </div>
  )
}

function spell(value: number | null): string {
  return value === null ? words.none : spellFixed(value, 2)
}
