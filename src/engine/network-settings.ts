import { failWith } from '../contract/errors'
import type { NetworkSettings } from '../contract/network'
import type { EngineOptions } from './engine-options'
import { message } from '../messages/message'
import { withoutLogins } from '../process/log/without-logins'

/**
 * A page that was taken over is not to choose where downloads go: where the person can be asked, they are, and under
 * `serve` the environment has these settings alone. Settings that are taken away are never asked about.
 * @throws ContractError `unavailable`
 */
export async function requireNetwork(
  wanted: NetworkSettings,
  present: NetworkSettings,
  { otherFolders = 'use', askPerson }: Pick<EngineOptions, 'otherFolders' | 'askPerson'>,
): Promise<void> {
  const known = new Set(Object.values(present))
  const addresses = Object.values(wanted).filter((address) => address !== null && !known.has(address))
  if (addresses.length === 0 || otherFolders === 'use') {
    return
  }
  if (otherFolders === 'refuse') {
    throw failWith('unavailable', message('engine.serveSetsNoProxy'))
  }
  const isAllowed = await askPerson?.({ kind: 'network', addresses: addresses as string[] })
  if (isAllowed !== true) {
    const shown = addresses.map((address) => withoutLogins(address ?? '')).join(', ')
    throw failWith('unavailable', message('engine.notAllowed', { addresses: shown }))
  }
}
