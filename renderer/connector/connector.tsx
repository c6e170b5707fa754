import type { ConnectorChange, ConnectorSettings } from '../../src/contract/connector'
import type { ModelPack } from '../../src/contract/models'
import { changeSettings, useEngineState } from '../state/engine-state'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { text } from '../text/chosen'
import styles from './Connector.module.css'

/** Target of questions of the caption connector, as shown wherever one can be asked. */
interface Target {
  /** For buttons: `127.0.0.1:8080`, or the title of the model pack. */
  name: string
  /** `http://127.0.0.1:8080/v1/chat/completions`, or `this machine`. */
  where: string
  model: string
  /** A model pack: nothing leaves this machine. */
  isLocal: boolean
}

type Place = Pick<ConnectorSettings, 'address' | 'model' | 'pack'>

export function targetOf({ address, model, pack }: Place, packs: readonly ModelPack[]): Target {
  if (pack === null) {
    return { name: hostOf(address), where: `${address}/chat/completions`, model, isLocal: false }
  }
  const title = packs.find(({ id }) => id === pack)?.title ?? pack
  return { name: title, where: text.connector.thisMachine, model: title, isLocal: true }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

/** Null while it is off. */
export function useTarget(): Target | null {
  const settings = useEngineState((state) => state.settings.connector)
  const packs = useEngineState((state) => state.packs)
  return settings.isOn ? targetOf(settings, packs) : null
}

export function presentTarget(): Target | null {
  const { settings, packs } = useEngineState.getState()
  return settings.connector.isOn ? targetOf(settings.connector, packs) : null
}

export function changeConnector(change: Partial<ConnectorChange>): void {
  const { agreedTo: _agreedTo, ...stored } = useEngineState.getState().settings.connector
  changeSettings({ connector: { ...stored, ...change } })
}

/** Whole seconds since a moment (milliseconds since 1970), counted on; 0 without one. */
export function useSeconds(since: number | null): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (since === null) {
      return undefined
    }
    const timer = window.setInterval(() => setNow(Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [since])
  return since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))
}

const words = text.connector.sent

/** Lists the data that leaves this machine with each question, and the data that does not. */
export function SentList(): ReactElement {
  const { side, pack } = useEngineState((state) => state.settings.connector)
  if (pack !== null) {
    return <p className={styles.dim}>{words.local(side)}</p>
  }
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
