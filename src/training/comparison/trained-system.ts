import { PROPOSAL_OPTIONS, runChain } from '../../models/ccrc/chain'
import { CcrcModel } from '../../models/ccrc/model'
import { StagedModel } from '../../models/predictor/staged-model'
import type { BatchProposer } from '../evaluation/system-scores'

/** A trained system that is open for proposals. */
export interface TrainedSystem {
  readonly propose: BatchProposer
  readonly release: () => Promise<void>
}

/**
 * Opens a package of any family, as the product uses it: CCRC with its round of refinement, where it was trained for
 * that.
 * @throws PackageError
 */
export async function openTrainedSystem(
  family: string,
  folder: string,
  threads: number,
): Promise<TrainedSystem> {
  const options = { provider: 'cpu', threads } as const
  if (family === 'ccrc') {
    const model = await CcrcModel.open(folder, options)
    return { propose: (pairs) => proposeWithChain(model, pairs), release: () => model.release() }
  }
  const network = await StagedModel.open(folder, options)
  return {
    propose: (pairs) => network.predict(pairs, { captions: true }),
    release: () => network.release(),
  }
}

/** Its masks are those of the head that all families share; its captions are conditioned on the regions. */
async function proposeWithChain(
  model: CcrcModel,
  pairs: Parameters<BatchProposer>[0],
): Promise<Awaited<ReturnType<BatchProposer>>> {
  const threshold = model.manifest.thresholds['change'] ?? 0.5
  const proposals = []
  for (const seen of await model.encode(pairs)) {
    const { captions } = await runChain(model, seen, {
      threshold,
      rounds: PROPOSAL_OPTIONS.rounds,
      captions: 1,
    })
    const changedLogit = Math.log(seen.changeProbability / (1 - seen.changeProbability))
    proposals.push({ changed: seen.changed, changedLogit, caption: captions[0].text })
  }
  return proposals
}
