import type { ReactElement } from 'react'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import styles from './Connector.module.css'

const words = text.connector.sent

/** What leaves this machine with each question, and what does not. */
export function SentList(): ReactElement {
  const side = useEngineState((state) => state.settings.connector.side)
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
