import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { ConnectorTrial } from '../../../src/contract/connector'
import { ContractError } from '../../../src/contract/errors'
import styles from '../../connector/Connector.module.css'
import { targetOf, useSeconds } from '../../connector/connector'
import { engine } from '../../engine'
import { text } from '../../text/chosen'
import { spellFixed } from '../../text/spelling'
import { useEngineState } from '../../state/engine-state'
import { messageOf } from '../../text/message'

const words = text.connector.trial

/** Asks about the sample, and shows the answer with the very pictures that were sent. */
export function Trial(): ReactElement {
  const settings = useEngineState((state) => state.settings.connector)
  const { name } = targetOf(
    settings,
    useEngineState((state) => state.packs),
  )
  const [since, setSince] = useState<number | null>(null)
  const [trial, setTrial] = useState<ConnectorTrial | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [soFar, setSoFar] = useState('')
  const seconds = useSeconds(since)
  async function tryConnector(): Promise<void> {
    setSince(Date.now())
    setTrial(null)
    setProblem(null)
    setSoFar('')
    const forget = engine.on('connector.text', ({ text: said }) => setSoFar(said))
    try {
      setTrial(await engine.call('connector.try', {}))
    } catch (error) {
      const isCancelled = error instanceof ContractError && error.failure.code === 'cancelled'
      setProblem(isCancelled ? null : messageOf(error))
    } finally {
      forget()
      setSince(null)
    }
  }
  return (
    <>
      <div className={styles.commands}>
        {since === null ? (
          <Button onClick={() => void tryConnector()}>{words.button}</Button>
        ) : (
          <Button variant="default" onClick={() => void engine.call('connector.cancel', {})}>
            {text.shell.cancel}
          </Button>
        )}
        {since === null ? (
          <span className={styles.dim}>{words.explain(name)}</span>
        ) : (
          <span className={styles.waiting}>
            <Loader size={14} />
            <output>{words.running(name)}</output>
            <span aria-hidden>{text.connector.elapsed(seconds)}</span>
          </span>
        )}
      </div>
      {since === null || soFar === '' ? null : <p className={styles.dim}>{soFar}…</p>}
      {problem === null ? null : (
        <div className={styles.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span data-selectable>{problem}</span>
        </div>
      )}
      {trial === null ? null : <Answer trial={trial} />}
    </>
  )
}

function Answer({ trial }: { trial: ConnectorTrial }): ReactElement {
  const { caption, model, url, milliseconds, statesNoChange, sent } = trial
  return (
    <div className={styles.answer} role="status">
      <span className={styles.dim}>{words.answer}</span>
      <blockquote data-selectable>{caption.text}</blockquote>
      {statesNoChange ? <p className={styles.dim}>{words.noChange}</p> : null}
      <p className={styles.dim} data-selectable>
        {words.facts(model, url, spellFixed(milliseconds / 1000, 1))}
      </p>
      <details>
        <summary>{words.details(Math.ceil(sent.bytes / 1000))}</summary>
        <div className={styles.pictures}>
          <img src={sent.before} alt={words.before} />
          <img src={sent.after} alt={words.after} />
        </div>
        <p className={styles.instruction} data-selectable>
          {sent.text}
        </p>
      </details>
    </div>
  )
}
