import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'
import { identityOf } from '../../packages/any-package'
import type { WantedProposer } from '../../queue/proposal-job'
import type { EngineState } from '../engine-state'
import { sha256Hex } from '../../process/sha256'

type Parts = Pick<EngineState, 'proposers'> & { options: { version: string } }

/** Those that can be used here, as of the last refresh, each so exactly as workers tell them apart. */
export function wantedProposers({ proposers, options }: Parts): WantedProposer[] {
  const models = new Map(
    proposers.installed().flatMap(({ found }) => {
      const identity = 'problem' in found ? null : identityOf(found)
      return identity === null ? [] : [[identity.id, identity] as const]
    }),
  )
  return proposers
    .list()
    .filter(({ isAvailable }) => isAvailable)
    .map(({ name }) => {
      const model = models.get(name)
      return {
        name,
        version: model?.version ?? '',
        content: model === undefined ? null : sha256Hex(model.content),
        program: options.version,
      }
    })
}

/** @param name null for the one in use. @throws ContractError `unavailable` */
export function wantedProposer(parts: Parts, name: string | null): WantedProposer {
  const wanted = name ?? parts.proposers.inUse().proposer.name
  const found = wantedProposers(parts).find((one) => one.name === wanted)
  if (found === undefined) {
    parts.proposers.named(wanted)
    throw failWith(
      'unavailable',
      message('proposals.unusable', { name: wanted, reason: message('proposals.noneOfThisName') }),
    )
  }
  return found
}
