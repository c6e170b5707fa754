import type { ConnectorSettings } from '../../src/contract/connector'
import { changeSettings, useEngineState } from '../state/engine-state'

/** Where questions of the caption connector go, as it is shown wherever one can be asked. */
export interface Target {
  /** `127.0.0.1:8080` */
  host: string
  /** `http://127.0.0.1:8080/v1/chat/completions` */
  url: string
  model: string
}

export function targetOf({ address, model }: Pick<ConnectorSettings, 'address' | 'model'>): Target {
  return { host: hostOf(address), url: `${address}/chat/completions`, model }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

/** Null while it is off. */
export function useTarget(): Target | null {
  const settings = useEngineState((state) => state.settings.connector)
  return settings.isOn ? targetOf(settings) : null
}

export function presentTarget(): Target | null {
  const { connector } = useEngineState.getState().settings
  return connector.isOn ? targetOf(connector) : null
}

export function changeConnector(change: Partial<ConnectorSettings>): void {
  changeSettings({ connector: { ...useEngineState.getState().settings.connector, ...change } })
}
