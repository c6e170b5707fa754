import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import type { HistoryEntry, OpenPair } from '../../../src/contract/review'
import { engine } from '../../engine'
import { text } from '../../text/en'
import { spellAgo } from '../../ui/duration'
import { sayError } from '../../ui/notices'
import styles from './Panels.module.css'
import { Section } from './Section'

const words = text.review.history

export function HistoryPanel({ open }: { open: OpenPair }): ReactElement {
  return (
    <Section id="history" title={words.title}>
      <Entries pairId={open.pair.id} version={open.version} />
    </Section>
  )
}

/** Newest first; what was undone is faint. */
function Entries({ pairId, version }: { pairId: number; version: number }): ReactElement {
  const [entries, setEntries] = useState<HistoryEntry[]>([])
  useEffect(() => {
    let isWanted = true
    engine.call('pairs.history', { pairId }).then((list) => {
      if (isWanted) {
        setEntries(list.toSorted((a, b) => b.at - a.at))
      }
    }, sayError)
    return () => {
      isWanted = false
    }
  }, [pairId, version])
  if (entries.length === 0) {
    return <p className={styles.dim}>{words.none}</p>
  }
  return (
    <ol className={styles.history}>
      {entries.map(({ eventId, label, actor, kind, at, isUndone }) => (
        <li key={eventId} data-undone={isUndone || undefined}>
          <span className={styles.historyLabel}>
            {label}
            {isUndone ? <span className={styles.undone}> ({words.undone})</span> : null}
          </span>
          <span className={styles.dim} title={new Date(at).toLocaleString()}>
            {kind === 'system' ? words.system : actor === '' ? words.you : actor}, {spellAgo(at, Date.now())}
          </span>
        </li>
      ))}
    </ol>
  )
}
