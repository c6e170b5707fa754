import { basename } from 'node:path'
import { z } from 'zod'
import { unpackValues } from '../../graph/flat-layout'
import { writePackage } from '../../packages/write-package'
import { familyNamed } from '../../models/registry'
import { tokenizerFromJson } from '../../text/bpe/json'
import { loadNewest } from '../checkpoint'
import { readRunSetup } from './run-setup'
import { TrainingSetError } from '../data/training-set'
import { cpus } from 'node:os'
import { readTrainingLog, readScoreLog } from './run-log'
import { asMarkdown } from '../../text/markdown'
import { thinned } from '../../domain/thinned'

/** About so many rows of the card's table, at most. */
const SCORE_ROWS = 20

export interface RunPackageOptions {
  readonly id: string
  readonly version: string
  readonly card: string
}

/** Makes a model package of a run's newest checkpoint, in `parent/ID`. Returns its folder. */
export async function writeRunPackage(
  out: string,
  parent: string,
  { id, version, card }: RunPackageOptions,
): Promise<string> {
  const setup = readRunSetup(out)
  const tokenizer = tokenizerFromJson(setup.tokenizer)
  const sizes = { categories: setup.categories.length, words: tokenizer.size }
  const { network, thresholds } = familyNamed(setup.family)
  const freezeEncoder = typeof setup.options?.['sight'] === 'string'
  const model = network.build({ ...sizes, freezeEncoder }, setup.without)
  const graph = model.training(1, network.phases[0].name)
  const newest = await loadNewest(out, graph)
  if (newest === null) {
    throw new TrainingSetError(`${out} has no checkpoint yet: train first.`)
  }
  const { state, record, folder } = newest
  const values = new Map<string, Float32Array>()
  for (const flat of graph.layouts) {
    const vector = state.vectors.get(`values/${flat.name}`)
    if (vector === undefined) {
      throw new TrainingSetError(`${folder} lacks values/${flat.name}.`)
    }
    for (const [name, own] of unpackValues(flat, vector)) {
      values.set(name, own)
    }
  }
  return writePackage(
    parent,
    {
      manifest: {
        id,
        family: setup.family,
        version,
        parent: setup.parent,
        created: new Date().toISOString(),
        sizes,
        worlds: setup.worlds,
        categories: setup.categories,
        ...(setup.without.length > 0 && { without: setup.without }),
        ...(setup.entities.length > 0 && { entities: setup.entities }),
        thresholds,
        isAutomatic: false,
        training: z
          .json()
          .parse({ pairs: setup.pairs, options: portableOptions(setup.options), progress: record }),
        scores: {},
      },
      parameters: model.parameters,
      values,
      tokenizer,
      card,
    },
    { replace: true },
  )
}

/** Options with folders reduced to their names: a package is shared, and must not reveal paths. */
function portableOptions(options: ReturnType<typeof readRunSetup>['options'] = {}): Record<string, unknown> {
  const { data, dev, from, sight: encoder, out: _out, detector: _detector, ...rest } = options
  const sets = Array.isArray(data) ? data.map(baseName) : []
  return { ...rest, data: sets, dev: baseName(dev), from: baseName(from), sight: baseName(encoder) }
}

function baseName(path: unknown): unknown {
  return typeof path === 'string' ? basename(path) : path
}

/** The model card of a run as Markdown, from its log: options, time, machine, curve. */
export function modelCard(out: string, id: string): string {
  const { family, without, pairs, options = {} } = readRunSetup(out)
  const { title, marks } = familyNamed(family).network
  const log = readTrainingLog(out)
  const scores = readScoreLog(out)
  const last = log.at(-1)
  const batch = Number(options['batch'] ?? 0)
  const flippedWorlds = z.array(z.string()).default([]).parse(options['mirror']).join(' and ')
  return [
    `# ${asMarkdown(id)}`,
    '',
    `A ${title} model: ${marks} of what changed between two pictures, and captions that say so.`,
    '',
    '## How it was made',
    '',
    `- ${pairs} synthetic pairs in ${count(options['data'])} sets; ${Math.round((last?.step ?? 0) * batch)} pairs were used in ${last?.step ?? 0} steps of ${batch}.`,
    `- ${(last?.minutes ?? 0).toFixed(0)} minutes on ${cpus().length} x ${asMarkdown(cpus()[0]?.model.trim() ?? 'an unknown processor')}, ONNX Runtime's CPU provider.`,
    `- Seed ${Number(options['seed'])}, highest rate ${Number(options['rate'])}, Muon for matrices and AdamW for the rest, cosine to 1 %.`,
    ...(flippedWorlds === '' ? [] : [`- Pairs of ${asMarkdown(flippedWorlds)} were flipped at random.`]),
    ...(without.length > 0 ? [`- Left out: ${without.map(asMarkdown).join(', ')}.`] : []),
    `- Begun with ${typeof options['from'] === 'string' ? asMarkdown(basename(options['from'])) : 'nothing'}.`,
    '',
    '## Curve on held-out pairs',
    '',
    '| minutes | mask IoU | changed or not |',
    '|---:|---:|---:|',
    ...thinned(scores, SCORE_ROWS).map(
      ({ minutes, maskIou, accuracy }) =>
        `| ${minutes.toFixed(0)} | ${maskIou.toFixed(3)} | ${accuracy.toFixed(3)} |`,
    ),
    '',
  ].join('\n')
}

function count(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
