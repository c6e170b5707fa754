import type { ReactElement } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import { engine } from '../../engine'
import { text } from '../../text/chosen'
import { spellDateTime } from '../../text/spelling'
import { spellAgo } from '../../components/duration'
import { useQuery } from '../../state/use-query'
import shared from '../../components/shared.module.css'
import styles from './HistoryPanel.module.css'
import { Section } from './PanelParts'

const words = text.review.history

export function HistoryPanel({ open }: { open: OpenPair }): ReactElement {
  return (
    <Section id="history" title={words.title} isFoldedAtFirst>
      <Entries pairId={open.pair.id} version={open.version} />
    </Section>
  )
}

/** Newest first; what was undone is faint. */
function Entries({ pairId, version }: { pairId: number; version: number }): ReactElement | null {
  const query = useQuery(`${pairId} ${version}`, () => engine.call('pairs.history', { pairId }))
  if (query.problem !== null) {
    return <p className={shared.note}>{query.problem}</p>
  }
  const entries = (query.value ?? []).toSorted((a, b) => b.at - a.at)
  if (entries.length === 0) {
    return query.isWaiting ? null : <p className={shared.note}>{words.none}</p>
  }
  return (
    <ol className={styles.history}>
      {entries.map(({ eventId, label, actor, kind, at, isUndone }) => (
        <li key={eventId} data-undone={isUndone || kind === 'undo' || kind === 'redo' || undefined}>
          <span className={styles.historyLabel}>
            {kind === 'undo' ? words.undo(label) : kind === 'redo' ? words.redo(label) : label}
            {isUndone ? <span className={styles.undone}> ({words.undone})</span> : null}
          </span>
          <span className={`${shared.note} ${styles.when}`} title={spellDateTime(at)}>
            {kind === 'system' ? words.system : actor === '' ? words.you : actor}, {spellAgo(at)}
          </span>
        </li>
      ))}
    </ol>
  )
}
