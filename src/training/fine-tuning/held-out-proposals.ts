import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { comparedProposalsSchema, trainingExampleSchema } from '../../contract/training'
import type { TrainingExample } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import { decodePairOrWindow } from '../../tiles/decode-by-window'
import type { ModelProposer } from '../../models/model-proposer'
import { openProposer } from '../../models/registry'
import { FineTuneError, hasKnownMasks, isAsProposed } from '../data/corrected-pair'
import type { CorrectedPair } from '../data/corrected-pair'
import { referencesFor } from '../data/label-origins'
import type { LabelMaker } from '../data/label-origins'
import { readOptional, RUN_FILES } from '../run-folder'
import type { ComparedPair } from '../evaluation/compared-row'
import type { GroundTruth } from '../evaluation/proposal-scores'
import { message, messageTextOf } from '../../messages/message'

/** Both models' proposals for one pair lie in `compare/PAIR-ID.json`. */
export const storedProposalsSchema = comparedProposalsSchema.partial()

/** Opens a package of any family for proposals on the CPU. @throws PackageError */
export function openModel(folder: string, threads: number, detector: string | null): Promise<ModelProposer> {
  return openProposer(folder, { provider: 'cpu', threads, detector })
}

/** A model's proposal for a pair. @throws FineTuneError where its images are missing */
export async function proposeExample(model: ModelProposer, item: CorrectedPair): Promise<TrainingExample> {
  const frames = await decodePairOrWindow(item.before, item.after, item.mapping).catch((error: unknown) => {
    const text = message('training.putBack', { reason: messageTextOf(error) })
    throw new FineTuneError(text, item.after, { cause: error })
  })
  const { score, regions, captions } = await model.propose(frames.before, frames.after, item.key)
  return { pairId: item.pairId, key: item.key, score, regions, captions }
}

/**
 * Proposes for each pair with both packages. Proposals from before an interruption are reused.
 * @throws FineTuneError, PackageError
 */
export async function proposeWithBoth(
  run: string,
  items: readonly CorrectedPair[],
  { parent, ...folders }: { parent: LabelMaker; before: string; after: string },
  { threads, detector }: { threads: number; detector: string | null },
  progress: (done: number) => Promise<void>,
): Promise<ComparedPair[]> {
  const folder = join(run, RUN_FILES.compare)
  mkdirSync(folder, { recursive: true })
  const pathOf = ({ pairId }: CorrectedPair): string => join(folder, `${pairId}.json`)
  let done = 0
  for (const side of ['before', 'after'] as const) {
    let model: ModelProposer | null = null
    try {
      for (const item of items) {
        await progress(done++)
        const stored = readOptional(pathOf(item), storedProposalsSchema) ?? {}
        if (stored[side] !== undefined) {
          continue
        }
        model ??= await openModel(folders[side], threads, detector)
        const proposal = await proposeExample(model, item)
        await writeAtomically(pathOf(item), JSON.stringify({ ...stored, [side]: proposal }))
      }
    } finally {
      await model?.release()
    }
  }
  return items.map((item) => comparedPairOf(item, pathOf(item), parent))
}

/**
 * The reviewed labels of a pair.
 * @param examples for the size of one without a mask
 * @param parent whose own labels do not count; null where there is none
 */
export function groundTruthOf(
  item: CorrectedPair,
  examples: readonly TrainingExample[],
  parent: LabelMaker | null = null,
): GroundTruth {
  const [height, width] = item.regions[0]?.mask.size ?? sizeOf(examples)
  const masks = item.regions.map(({ mask }) => mask)
  const { pairId, key, captions } = item
  return {
    pairId,
    key,
    hasKnownMasks: hasKnownMasks(item),
    masks,
    isAsProposed: parent !== null && isAsProposed(item, parent),
    captions,
    references: parent === null ? captions : referencesFor(item, parent),
    width,
    height,
  }
}

function comparedPairOf(item: CorrectedPair, path: string, parent: LabelMaker): ComparedPair {
  const { before, after } = readOptional(path, storedProposalsSchema) ?? {}
  if (before === undefined || after === undefined || !existsSync(path)) {
    throw new FineTuneError(message('training.goneResume', { path }), path)
  }
  return {
    truth: groundTruthOf(item, [before, after], parent),
    before: trainingExampleSchema.parse(before),
    after: trainingExampleSchema.parse(after),
  }
}

/** Of a pair without a true mask: that of any proposed one, else a pixel, as there is nothing to compare. */
function sizeOf(examples: readonly TrainingExample[]): readonly number[] {
  return examples.flatMap(({ regions }) => regions)[0]?.mask.size ?? [1, 1]
}
