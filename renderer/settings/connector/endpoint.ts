import { create } from 'zustand'
import type { ConnectorEndpoint } from '../../../src/contract/connector'
import { engine } from '../../engine'
import { changeConnector } from '../../connector/connector'
import { useEngineState } from '../../state/engine-state'
import { attempt } from '../../state/notices'
import { messageOf } from '../../text/message'

/** Endpoints as the engine resolved them. */
interface Endpoints {
  /** By address, as typed and as resolved. */
  byAddress: Readonly<Record<string, ConnectorEndpoint>>
}

const useEndpoints = create<Endpoints>()(() => ({ byAddress: {} }))

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
      isAgreed: false,
      howToAgree: null,
    }))
  remember(address, endpoint)
  return endpoint
}

function remember(address: string, endpoint: ConnectorEndpoint): void {
  useEndpoints.setState(({ byAddress }) => ({
    byAddress: { ...byAddress, [address]: endpoint, [endpoint.address]: endpoint },
  }))
}

/** The program asks the person, in a dialog of the system, whether pictures may go to the address in the settings. */
export async function agreeToAddress(): Promise<void> {
  const endpoint = await attempt(engine.call('connector.agree', {}))
  if (endpoint !== null) {
    remember(endpoint.address, endpoint)
    if (endpoint.isAgreed) {
      await fetchModels()
    }
  }
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
