import { create } from 'zustand'
import type { ConnectorEndpoint } from '../../../src/contract/connector'
import { engine } from '../../engine'
import { messageOf } from '../../../src/contract/errors'
import { changeConnector } from '../../connector/connector'
import { useEngineState } from '../../state/engine-state'

/** Endpoints as the engine resolved them, and the question whether pictures may be sent there. */
interface Endpoints {
  /** By address, as typed and as resolved. */
  byAddress: Readonly<Record<string, ConnectorEndpoint>>
}

const useEndpoints = create<Endpoints>()(() => ({ byAddress: {} }))

export const useConsent = create<{ isOpen: boolean; endpoint: ConnectorEndpoint | null }>()(() => ({
  isOpen: false,
  endpoint: null,
}))

/** Null until it was inspected. */
export function useEndpointOf(address: string): ConnectorEndpoint | null {
  return useEndpoints(({ byAddress }) => byAddress[address] ?? null)
}

/** Resolves the address; one that cannot be parsed gives an endpoint with a problem. */
export async function inspectAddress(address: string): Promise<ConnectorEndpoint | null> {
  const endpoint = await engine
    .call('connector.inspect', { address })
    .catch((error: unknown): ConnectorEndpoint => ({
      address,
      origin: '',
      host: address,
      reach: 'unknown',
      problem: messageOf(error),
    }))
  useEndpoints.setState(({ byAddress }) => ({
    byAddress: { ...byAddress, [address]: endpoint, [endpoint.address]: endpoint },
  }))
  return endpoint
}

/** The models that the server listed last. */
interface Listed {
  models: readonly string[] | null
  isLoading: boolean
  problem: string | null
}

const NOTHING: Listed = { models: null, isLoading: false, problem: null }

export const useModels = create<Listed>()(() => NOTHING)

let latest = 0

/** Another server has other models. */
export function forgetModels(): void {
  latest += 1
  useModels.setState(NOTHING)
}

/** The only one there is is taken where none was named. */
export async function fetchModels(): Promise<void> {
  latest += 1
  const request = latest
  useModels.setState({ ...NOTHING, isLoading: true })
  const answer = await engine.call('connector.models', {}).then(
    ({ models }): Listed => ({ ...NOTHING, models }),
    (error: unknown): Listed => ({ ...NOTHING, problem: messageOf(error) }),
  )
  if (request !== latest) {
    return
  }
  useModels.setState(answer)
  if (answer.models?.length === 1 && useEngineState.getState().settings.connector.model === '') {
    changeConnector({ model: answer.models[0] })
  }
}
