import { create } from 'zustand'
import type { ConnectorEndpoint } from '../../../src/contract/connector'
import { engine } from '../../engine'
import { messageOf } from '../../state/notices'

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
