import { z } from 'zod'
import { failWith } from '../../contract/errors'
import { regionChange } from '../../inference/region-change'
import { message } from '../../messages/message'
import { readJson } from '../../store/json'
import type { PairSource } from '../project/open-project'
import type { ProviderChoice } from '../providers/providers'
import { framePathsOf } from '../pictures/value-mappings'
import type { InferenceLane } from '../lanes/inference-lane'
import type { Naming } from './naming'

const measuredSchema = z.array(regionChange).nullable()

/**
 * Names the things of a pair's proposal that was stored without names, and stores it as it would have been with them.
 * Returns the milliseconds that it took; null where nothing changed: no proposal waits, or a person was first.
 * @throws ContractError `bad-image`, `cancelled`, `unreachable`, `disconnected`; StoreError where its row is damaged
 */
export async function nameStored(
  project: PairSource,
  naming: Naming,
  { lane, providers, pairId }: { lane: InferenceLane; providers: ProviderChoice; pairId: number },
  signal: AbortSignal,
): Promise<number | null> {
  const started = performance.now()
  const { store } = project
  const waiting = store.unnamed.ofPair(pairId)
  const unnamed = waiting === null ? null : store.proposals.get(waiting.proposalId)
  if (waiting === null || unnamed === null) {
    return null
  }
  const measured = readJson(measuredSchema, waiting.measured, 'proposal')
  const frames = await framePathsOf(project, store.pair(pairId))
  const proposed = { ...unnamed, changes: measured }
  const {
    id: _id,
    changes: _changes,
    ...named
  } = await naming.named({ lane, providers }, frames, proposed, signal)
  // where it was closed or stopped meanwhile, the names come another time
  if (signal.aborted) {
    throw failWith('cancelled', message('engine.cancelled'))
  }
  return store.nameProposal(unnamed, named) ? performance.now() - started : null
}
