import type { ProviderName } from '../contract/proposal'
import { rleIou } from '../mask/measures'
import { emptyRle, unionRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { ModelProposal } from '../models/model-proposer'
import type { DecodedPair } from './decoded-pair-cache'
import type { ModelPlace, ProposerCache } from './proposer-cache'

/** The distance of a model's proposal in half precision from that in full. @throws ContractError as `modelOn` */
export async function comparePrecisions(
  proposers: ProposerCache,
  place: ModelPlace,
  { provider }: { provider: ProviderName },
  { before, after, key }: DecodedPair,
): Promise<number> {
  return proposers.withErrors(`The model in ${place.folder}`, provider, async () => {
    const full = await proposers.modelOn(place, provider, 'full')
    const expected = await full.propose(before, after, key)
    const half = await proposers.halfModelOn(place, provider)
    return proposalDistance(await half.propose(before, after, key), expected, after)
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
