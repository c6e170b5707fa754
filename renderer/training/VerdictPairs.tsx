/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- rows are chosen as a whole, and their keys are actions (actions.ts) */
import { SegmentedControl } from '@mantine/core'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import type { ModelComparison, PairComparison } from '../../src/contract/model-comparison'
import { text } from '../text/en'
import { useScrollWhenChosen } from '../components/use-scroll-when-chosen'
import { ComparedPair } from './ComparedPair'
import { signed } from './signed'
import styles from './Training.module.css'
import { setVerdictRows, useVerdictRows } from './verdict-rows'

const words = text.training.verdict

/** Every held-out pair with what both models make of it, sorted by gained and lost. */
export function VerdictPairs({ runId, verdict }: { runId: string; verdict: ModelComparison }): ReactElement {
  const { rows, cursorId, isLostFirst } = useVerdictRows()
  useEffect(() => setVerdictRows(verdict.rows), [verdict])
  const row = rows.find(({ pairId }) => pairId === cursorId) ?? rows.at(0)
  return (
    <section aria-label={words.pairs}>
      <div className={styles.row}>
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
        <p className={styles.dim}>{words.noPairs}</p>
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
        <span className={styles.number}>{words.gain}</span>
        <span>{words.pair}</span>
        <span className={styles.number}>{words.maskIou}</span>
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
      <span className={styles.number} data-gain={Math.sign(Math.round(row.gain * 100))}>
        {signed(row.gain, 2)}
      </span>
      <span className={styles.key} title={row.key}>
        {row.key}
        {row.isChanged === false ? <span className={styles.dim}> · {words.unchanged}</span> : null}
      </span>
      <span className={styles.number}>
        {words.arrow(spell(row.before.maskIou), spell(row.after.maskIou))}
      </span>
    </div>
  )
}

function spell(value: number | null): string {
  return value === null ? words.none : value.toFixed(2)
}
