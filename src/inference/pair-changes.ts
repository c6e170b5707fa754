import type { ParsedInput } from '../contract/define'
import type { ProviderName } from '../contract/proposal'
import type { DifferenceProposal } from '../models/difference/proposer'
import { measureRegions } from '../models/measure-regions'
import type { DecodedPair } from './decoded-pair-cache'
import type { LocateSources } from './locating'
import { alignedBefore } from './naming'
import { proposeAt } from './propose-at'
import type { ProposerCache } from './proposer-cache'
import type { InferenceCommands } from './inference-contract'

type LocateRequest = ParsedInput<InferenceCommands, 'locate'>
type Frames = Omit<LocateRequest, 'proposer' | 'map'>

interface Proposing {
  readonly proposers: ProposerCache
  decoded(frames: Frames): Promise<DecodedPair>
  measure(
    frames: Frames,
    outlines: LocateRequest['proposer']['outlines'],
  ): Promise<{ draft: DifferenceProposal }>
  running<T>(folder: string, provider: ProviderName, work: () => Promise<T>): Promise<T>
}

/** Changes of a pair by its proposer: from its map at any threshold where it has one, else as they are measured. */
export function changesBy({ proposers, decoded, measure, running }: Proposing) {
  return async ({ proposer, map, ...frames }: LocateRequest): Promise<LocateSources['changesAt']> => {
    const { folder, detector = null, outlines } = proposer
    if (folder === null || map === null) {
      return async () => (await measure(frames, outlines)).draft
    }
    const pair = await decoded(frames)
    return async (threshold) => {
      const model = await proposers.modelOn({ folder, detector }, frames.provider)
      const at = { from: map, threshold: threshold ?? 0.5 }
      const { regions, alignment, changes } = await running(folder, model.provider, () =>
        proposeAt(model, pair, at),
      )
      return {
        regions,
        alignment,
        changes: changes ?? measureRegions(regions, alignedBefore(pair, alignment), pair.after),
      }
    }
  }
}
