import { z } from 'zod'
import { writePackage } from '../../packages/write-package'
import type { ModelComparison } from '../../contract/model-comparison'
import type { FineTuneJob } from '../run-folder'
import { fineTunedCard } from './fine-tuned-card'
import type { FineTunedModel, FineTuneRecord } from './fine-tuned-card'

/** Where a package goes. */
export interface PackageDestination {
  readonly folder: string
  readonly id: string
  /** Puts it in the place of one with the same id. */
  readonly replace: boolean
}

/** Writes the package in `folder/ID` and returns that. @throws PackageError */
export function writeFineTunedPackage(
  { folder, id, replace }: PackageDestination,
  model: FineTunedModel,
  job: FineTuneJob,
  record: FineTuneRecord,
  comparison: ModelComparison | null,
): Promise<string> {
  const { parent, categories, tokenizer, task, values } = model
  const worlds = [...parent.worlds.filter((world) => world !== job.data), job.data]
  return writePackage(
    folder,
    {
      manifest: {
        id,
        family: parent.family,
        version: '1',
        parent: parent.id,
        created: new Date().toISOString(),
        sizes: { ...parent.sizes, categories: categories.length, words: tokenizer.size },
        worlds: worlds.map((world) => world.slice(0, 120)),
        categories: [...categories],
        ...task.manifestFields,
        thresholds: parent.thresholds,
        isAutomatic: false,
        training: z.json().parse({ kind: 'fine-tune', data: job.data, options: job.options, ...record }),
        scores: z.json().parse(comparison === null ? {} : scoresOf(comparison)),
      },
      parameters: task.parameters,
      values,
      tokenizer,
      card: fineTunedCard(id, model, job, record, comparison),
    },
    { replace },
  )
}

function scoresOf({ word, pairCount, metrics }: ModelComparison): Record<string, unknown> {
  const rounded = metrics.map(({ metric, before, after, difference }) => [
    metric,
    { before, after, difference },
  ])
  return { verdict: word, heldOutPairs: pairCount, ...Object.fromEntries(rounded) }
}
