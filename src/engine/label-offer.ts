import { toFailure } from '../contract/errors'
import { labelProposer } from '../contract/proposal'
import type { Proposal } from '../contract/proposal'
import type { Region } from '../domain/region'
import type { StoredPair } from '../store/pairs'
import { imageInside } from './image-inside'
import type { OpenProject } from './open-project'
import type { WorkerLane } from './worker-lane'

const readFrom = 'Read from '

/** Whether its mask was read: one that is black all over was, and says that nothing changed. */
export function hasReadMask({ remarks }: Pick<Proposal, 'remarks'>): boolean {
  return remarks.some((remark) => remark.startsWith(readFrom))
}

/**
 * A mask or caption that lies beside the images is offered as a proposal of its own, never put in place by
 * itself. One that cannot be read is offered empty, with the reason.
 */
export async function offerLabel(
  { store, folder }: OpenProject,
  lane: WorkerLane,
  { pair, width, height }: { pair: StoredPair; width: number; height: number },
  limits: { milliseconds: number; signal: AbortSignal },
): Promise<void> {
  const { label, givenCaption } = pair
  const isKnown = store.proposals.ofPair(pair.id).some(({ proposer }) => proposer === labelProposer)
  if ((label === null && givenCaption === null) || isKnown) {
    return
  }
  const madeAt = Date.now()
  const remarks: string[] = []
  let regions: Region[] = []
  if (label !== null) {
    try {
      const source = await imageInside(folder, label)
      regions = await lane.call('label', { source, width, height }, limits)
      remarks.push(`${readFrom}${label}.`)
    } catch (error) {
      if (limits.signal.aborted) {
        return
      }
      remarks.push(toFailure(error).message)
    }
  }
  store.addProposal(
    {
      pairId: pair.id,
      madeAt,
      proposer: labelProposer,
      version: '1',
      provider: 'cpu',
      milliseconds: { total: Date.now() - madeAt },
      score: 1,
      alignment: null,
      remarks,
      regions,
      links: [],
      agreement: null,
      captions:
        givenCaption === null
          ? []
          : [
              {
                id: 'given',
                text: givenCaption,
                rank: 0,
                source: { kind: 'imported' },
                logProbability: null,
              },
            ],
    },
    { isOffer: true },
  )
}
