import { PROPOSED, runChain } from '../../inference/ccrc/chain'
import { CcrcModel } from '../../inference/ccrc/model'
import { FamilyNetwork } from '../../inference/family/network'
import type { Proposing } from '../made/caption-scores'

/** A trained system, ready to be asked. */
export interface OpenSystem {
  readonly propose: Proposing
  readonly release: () => Promise<void>
}

/**
 * Opens a package of any family, as it is used: CCRC with its round of refinement, where it was taught one, the others
 * once.
 * @throws PackageError
 */
export async function openSystem(family: string, folder: string, threads: number): Promise<OpenSystem> {
  const options = { provider: 'cpu', threads } as const
  if (family === 'ccrc') {
    const model = await CcrcModel.open(folder, options)
    return { propose: (pairs) => chainOver(model, pairs), release: () => model.release() }
  }
  const network = await FamilyNetwork.open(folder, options)
  return {
    propose: (pairs) => network.propose(pairs, { captions: true }),
    release: () => network.release(),
  }
}

/** Its masks are those of the head that all families share; its captions are told of the regions. */
async function chainOver(
  model: CcrcModel,
  pairs: Parameters<Proposing>[0],
): Promise<Awaited<ReturnType<Proposing>>> {
  const threshold = model.manifest.thresholds['change'] ?? 0.5
  const proposals = []
  for (const seen of await model.see(pairs)) {
    const { captions } = await runChain(model, seen, { threshold, rounds: PROPOSED.rounds, captions: 1 })
    const anything = Math.log(seen.chance / (1 - seen.chance))
    proposals.push({ changed: seen.changed, anything, caption: captions[0].text })
  }
  return proposals
}
