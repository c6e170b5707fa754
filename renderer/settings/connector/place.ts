import { create } from 'zustand'
import type { ConnectorPlace } from '../../../src/contract/connector'
import { engine } from '../../engine'
import { messageOf } from '../../ui/notices'

/** What the engine found an address to stand for, and the question whether pictures may go there. */
interface Places {
  /** By address as it was asked. */
  known: Readonly<Record<string, ConnectorPlace>>
}

const usePlaces = create<Places>()(() => ({ known: {} }))

export const useConsent = create<{ isOpen: boolean; place: ConnectorPlace | null }>()(() => ({
  isOpen: false,
  place: null,
}))

/** Null until it was asked for. */
export function usePlaceOf(address: string): ConnectorPlace | null {
  return usePlaces(({ known }) => known[address] ?? null)
}

/** Looks the address up; one that cannot be read is a place with a problem. */
export async function askPlace(address: string): Promise<ConnectorPlace | null> {
  const place = await engine
    .call('connector.inspect', { address })
    .catch((error: unknown): ConnectorPlace => ({
      address,
      origin: '',
      host: address,
      reach: 'unknown',
      problem: messageOf(error),
    }))
  usePlaces.setState(({ known }) => ({ known: { ...known, [address]: place, [place.address]: place } }))
  return place
}
