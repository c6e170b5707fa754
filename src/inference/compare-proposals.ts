import type { ProviderName } from '../contract/proposal'
import { rleIou } from '../mask/measures'
import { emptyRle, unionRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { ModelProposal } from '../models/model-proposer'
import type { DecodedPair } from './decoded-pair-cache'
import type { ModelPlace, ProposerCache } from './proposer-cache'

/** What a model's proposal on a device, in full precision, is compared with. */
export type ComparedWith = 'half precision' | 'the processor'

/** How far a model's proposal on a device is from another one of its own. @throws ContractError as `modelOn` */
export async function compareProposals(
  proposers: ProposerCache,
  place: ModelPlace,
  { provider, to }: { provider: ProviderName; to: ComparedWith },
  { before, after, key }: DecodedPair,
): Promise<number> {
  return proposers.withErrors(`The model in ${place.folder}`, provider, async () => {
    const full = await proposers.modelOn(place, provider, 'full')
    const expected = await full.propose(before, after, key)
    const other = await (to === 'half precision'
      ? proposers.comparedModelOn(place, provider, 'half')
      : proposers.comparedModelOn(place, 'cpu', 'full'))
    return proposalDistance(await other.propose(before, after, key), expected, after)
  })
}

/** The larger of 1 - IoU of all masks and the distance of the scores: 0 for the same. Captions are not compared. */
export function proposalDistance(
  made: Pick<ModelProposal, 'regions' | 'score'>,
  expected: Pick<ModelProposal, 'regions' | 'score'>,
  { width, height }: { width: number; height: number },
): number {
  const [mask, other] = [made, expected].map(({ regions }) =>
    regions.reduce<Rle>((all, region) => unionRle(all, region.mask), emptyRle(width, height)),
  )
  return Math.max(1 - rleIou(mask, other), Math.abs(made.score - expected.score))
}
