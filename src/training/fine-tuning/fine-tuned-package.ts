import { z } from 'zod'
import { writePackage } from '../../packages/write-package'
import type { ModelComparison } from '../../contract/model-comparison'
import type { FineTuneJob } from '../run-folder'
import type { ModelManifest } from '../../packages/manifest'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { asMarkdown } from '../../text/markdown'
import type { FineTuneTask } from '../task'
import { englishOf } from '../../messages/message'

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
        ...(parent.calibration !== undefined && { calibration: parent.calibration }),
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

function scoresOf({
  word,
  pairCount,
  countedCount = pairCount,
  metrics,
}: ModelComparison): Record<string, unknown> {
  const rounded = metrics.map(({ metric, before, after, difference }) => [
    metric,
    { before, after, difference },
  ])
  return { verdict: word, heldOutPairs: countedCount, ...Object.fromEntries(rounded) }
}

export interface FineTunedModel {
  readonly parent: ModelManifest
  readonly categories: readonly string[]
  readonly tokenizer: Tokenizer
  readonly values: ReadonlyMap<string, Float32Array>
  readonly task: Pick<FineTuneTask, 'parameters' | 'manifestFields' | 'cardNotes'>
}

interface FineTuneRecord {
  /** The id of the run: its package is known by that. */
  readonly run: string
  readonly pairs: number
  readonly heldOut: number
  readonly changed: number
  readonly steps: number
  readonly bestStep: number
  readonly minutes: number
  readonly newWords: readonly string[]
  readonly newCategories: readonly string[]
  /** How the values of the images became pixels, in words; null for the default. */
  readonly values: string | null
}

/** The model card, CARD.md of a fine-tuned package. */
export function fineTunedCard(
  id: string,
  { parent, task }: Pick<FineTunedModel, 'parent' | 'task'>,
  job: Pick<FineTuneJob, 'data'>,
  record: FineTuneRecord,
  comparison: ModelComparison | null,
): string {
  const { pairs, heldOut, changed, steps, bestStep, minutes, newWords, newCategories, values } = record
  const added = [
    newWords.length > 0 ? `${newWords.length} words (${listed(newWords.slice(0, 20))})` : null,
    newCategories.length > 0 ? `the categories ${listed(newCategories)}` : null,
  ].filter((part) => part !== null)
  return [
    `# ${asMarkdown(id)}`,
    '',
    `Fine-tuned from ${asMarkdown(parent.id)}, version ${asMarkdown(parent.version)}, on corrected pairs of ${asMarkdown(job.data)}.`,
    '',
    `- ${pairs} pairs were used for training, ${changed} of them with a change; ${heldOut} were held out.`,
    `- ${steps} steps in ${minutes.toFixed(1)} minutes; the weights are those of step ${bestStep}, the best on held-out pairs.`,
    ...(values === null ? [] : [`- The images were seen by the window and bands of the project: ${values}.`]),
    ...(added.length > 0 ? [`- It gained ${added.join(' and ')}.`] : []),
    ...(parent.calibration === undefined
      ? []
      : [`- Its probabilities keep the calibration of ${asMarkdown(parent.id)}, which was not fitted anew.`]),
    ...task.cardNotes.map((note) => `- ${note}`),
    ...(comparison === null
      ? []
      : ['', '## Held-out pairs', '', asMarkdown(englishOf(comparison.sentence)), '', ...table(comparison)]),
    '',
  ].join('\n')
}

function table({ metrics, before, after }: ModelComparison): string[] {
  if (metrics.length === 0) {
    return []
  }
  return [
    `| score | ${asMarkdown(before)} | ${asMarkdown(after)} | difference, 95 % |`,
    '|---|---:|---:|---:|',
    ...metrics.map(
      ({ metric, before, after, difference }) =>
        `| ${asMarkdown(metric)} | ${before.toFixed(3)} | ${after.toFixed(3)} | ${difference.low.toFixed(3)} to ${difference.high.toFixed(3)} |`,
    ),
  ]
}

function listed(words: readonly string[]): string {
  return words.map(asMarkdown).join(', ')
}
