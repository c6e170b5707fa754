import type { ReactElement } from 'react'
import type { Statistics } from '../../../src/contract/statistics'
import { text } from '../../text/chosen'
import { spellDate, spellNumber } from '../../text/spelling'
import styles from './Statistics.module.css'

const words = text.statistics

/** So many days fit the dialog; of more the last ones are shown. */
const MAX_DAYS = 42

export function DayChart({ days }: Pick<Statistics, 'days'>): ReactElement {
  const shown = withoutGaps(days).slice(-MAX_DAYS)
  return (
    <Columns
      title={words.byDay}
      columns={shown.map(({ day, decided }) => ({ name: spellDate(`${day}T12:00`), count: decided }))}
    />
  )
}

export function HourChart({ hours }: Pick<Statistics, 'hours'>): ReactElement {
  return (
    <Columns title={words.byHour} columns={hours.map((count, hour) => ({ name: words.hour(hour), count }))} />
  )
}

interface Column {
  name: string
  count: number
}

/** A screen reader hears the columns that are not empty as a list. */
function Columns({ title, columns }: { title: string; columns: Column[] }): ReactElement {
  const most = Math.max(1, ...columns.map(({ count }) => count))
  return (
    <figure className={styles.chart}>
      <figcaption>
        {title}
        <span className={styles.most}>{words.most(most)}</span>
      </figcaption>
      <ul className={styles.columns} aria-label={title}>
        {columns.map(({ name, count }) => (
          <li key={name} aria-hidden={count === 0} title={`${name}: ${spellNumber(count)}`}>
            <span className={styles.column} style={{ height: `${(count / most) * 100}%` }} />
            <span className={styles.spoken}>{`${name}: ${spellNumber(count)}`}</span>
          </li>
        ))}
      </ul>
      <div className={styles.ends} aria-hidden>
        <span>{columns.at(0)?.name}</span>
        <span>{columns.length > 1 ? columns.at(-1)?.name : null}</span>
      </div>
    </figure>
  )
}

const DAY = 24 * 60 * 60 * 1000

/** Days without a decision between others are columns too. */
function withoutGaps(days: Statistics['days']): Statistics['days'] {
  const counts = new Map(days.map(({ day, decided }) => [day, decided]))
  const [first, last] = [days.at(0), days.at(-1)].map((one) => Date.parse(`${one?.day}T00:00Z`))
  const all: Statistics['days'] = []
  for (let at = Math.max(first, last - (MAX_DAYS - 1) * DAY); at <= last; at += DAY) {
    const day = new Date(at).toISOString().slice(0, 10)
    all.push({ day, decided: counts.get(day) ?? 0 })
  }
  return all
}
