import type { ReactElement } from 'react'
import { text } from '../text/en'
import { useLive } from '../ui/live'
import styles from './Connector.module.css'

const words = text.connector.sent

/** What leaves this machine with each question, and what does not. */
export function SentList(): ReactElement {
  const side = useLive((live) => live.settings.connector.side)
  return (
    <>
      <ul className={styles.sent}>
        <li>{words.pictures(side)}</li>
        <li>{words.words}</li>
        <li>{words.model}</li>
      </ul>
      <p className={styles.dim}>{words.nothingElse}</p>
    </>
  )
}
