import type { ReactElement, ReactNode } from 'react'
import { spellNumber } from '../text/spelling'
import styles from './Count.module.css'

/** Counts beside each other, with the margin of the place in `className`. */
export function CountList(props: { className: string | undefined; children: ReactNode }): ReactElement {
  return <dl className={`${styles.counts} ${props.className ?? ''}`}>{props.children}</dl>
}

export function Count({ name, value }: { name: string; value: number }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{spellNumber(value)}</dd>
    </div>
  )
}
