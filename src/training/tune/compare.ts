import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { verdictPairSchema, trainingExampleSchema, type TrainingExample } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import { decodePair } from '../../images/decode'
import type { ModelProposer } from '../../inference/model-proposer'
import { openProposer } from '../../inference/open-proposer'
import { TuneError, type TuneItem } from './item'
import { isMarked } from './marked'
import { readOptional, runFiles } from './run-folder'
import type { Compared, Truth } from './verdict'

/** Both models' proposals for one pair lie in `compare/PAIR-ID.json`. */
export const comparedSchema = verdictPairSchema.partial()

/** Opens a package of any family for proposals on the CPU. @throws PackageError */
export function openModel(folder: string, threads: number): Promise<ModelProposer> {
  return openProposer(folder, { provider: 'cpu', threads })
}

/** What a model says of a pair. @throws TuneError where its images are gone */
export async function exampleOf(model: ModelProposer, item: TuneItem): Promise<TrainingExample> {
  const frames = await decodePair(item.before, item.after).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TuneError(`${reason}. Put the file back and resume.`, item.after, { cause: error })
  })
  const { score, regions, captions } = await model.propose(frames.before, frames.after, item.key)
  return { pairId: item.pairId, key: item.key, score, regions, captions }
}

/**
 * Proposes for each pair with both packages. What was said before an interruption is not asked again.
 * @throws TuneError, PackageError
 */
export async function compareModels(
  run: string,
  items: readonly TuneItem[],
  folders: { before: string; after: string },
  threads: number,
  progress: (done: number) => Promise<void>,
): Promise<Compared[]> {
  const folder = join(run, runFiles.compare)
  mkdirSync(folder, { recursive: true })
  const pathOf = ({ pairId }: TuneItem): string => join(folder, `${pairId}.json`)
  let done = 0
  for (const side of ['before', 'after'] as const) {
    let model: ModelProposer | null = null
    try {
      for (const item of items) {
        await progress(done++)
        const known = readOptional(pathOf(item), comparedSchema) ?? {}
        if (known[side] !== undefined) continue
        model ??= await openModel(folders[side], threads)
        const said = await exampleOf(model, item)
        await writeAtomically(pathOf(item), JSON.stringify({ ...known, [side]: said }))
      }
    } finally {
      await model?.release()
    }
  }
  return items.map((item) => comparedOf(item, pathOf(item)))
}

/** What a person made of a pair. @param examples for the size of one without a mask */
export function truthOf(item: TuneItem, examples: readonly TrainingExample[]): Truth {
  const [height, width] = item.regions[0]?.mask.size ?? sizeOf(examples)
  const masks = item.regions.map(({ mask }) => mask)
  const { pairId, key, captions } = item
  return { pairId, key, isMarked: isMarked(item), masks, captions, width, height }
}

function comparedOf(item: TuneItem, path: string): Compared {
  const { before, after } = readOptional(path, comparedSchema) ?? {}
  if (before === undefined || after === undefined || !existsSync(path))
    throw new TuneError(`${path} is gone: resume the run.`, path)
  return {
    truth: truthOf(item, [before, after]),
    before: trainingExampleSchema.parse(before),
    after: trainingExampleSchema.parse(after),
  }
}

/** Of a pair without a true mask: that of any proposed one, else a pixel, as there is nothing to compare. */
function sizeOf(examples: readonly TrainingExample[]): readonly number[] {
  return examples.flatMap(({ regions }) => regions)[0]?.mask.size ?? [1, 1]
}
