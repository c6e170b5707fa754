import type { Diff } from '../domain/diff'
import type { CorrectedPair } from '../training/data/corrected-pair'
import type { StartedEngine } from './testing'

/** Draws the regions of a made pair, writes its captions and accepts it, as a person would. */
export async function reviewPair(
  { client }: Pick<StartedEngine, 'client'>,
  pairId: number,
  item: CorrectedPair,
): Promise<void> {
  const source = { kind: 'person' } as const
  const diff: Diff = [
    ...item.regions.map((region, index) => ({
      type: 'region.add' as const,
      region: { ...region, id: `r${index}`, status: 'accepted' as const, source, score: null },
      index,
    })),
    ...item.captions.map((text, rank) => ({
      type: 'caption.add' as const,
      caption: { id: `c${rank}`, text, rank, source, logProbability: null },
      index: rank,
    })),
  ]
  await client.call('pairs.edit', { pairId, eventId: `edit-${pairId}-000`, label: 'Drawn', diff })
  const decided = { pairId, eventId: `accept-${pairId}-000`, decision: 'accept', milliseconds: 0 } as const
  await client.call('pairs.decide', decided)
}
