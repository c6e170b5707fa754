import { failWith } from '../contract/errors'
import type { NetworkSettings } from '../contract/work'
import type { EngineOptions } from './engine-options'

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
    const how = 'Set HTTPS_PROXY, HF_ENDPOINT and the registry of npm where deltascribe serve is started'
    throw failWith('unavailable', `A page of serve cannot set a proxy or a mirror. ${how}.`)
  }
  const isAllowed = await askPerson?.({ kind: 'network', addresses: addresses as string[] })
  if (isAllowed !== true) {
    throw failWith('unavailable', `${addresses.join(', ')} was not set, as you did not allow it.`)
  }
}
