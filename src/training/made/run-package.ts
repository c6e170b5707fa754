import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { unpackValues } from '../../graph/flat-layout'
import { writePackage } from '../../packages/write-package'
import { ccrcLayout } from '../../systems/ccrc/inference'
import { ccrcTraining, WHOLE_CHAIN } from '../../systems/ccrc/training'
import { tokenizerFromJson } from '../../text/bpe/json'
import { latestCheckpoint, loadCheckpoint } from '../checkpoint'
import { TrainingSetError } from './training-set'

/** Beside a run's checkpoints: what it was begun with. */
export const setupFile = 'setup.json'

const setupSchema = z.object({
  categories: z.array(z.string()),
  tokenizer: z.unknown(),
  pairs: z.number(),
  /** The options that the run was begun with, for its card. */
  options: z.record(z.string(), z.json()).optional(),
})

/** Reads what a run keeps beside its checkpoints. */
export function readRunSetup(out: string): z.infer<typeof setupSchema> {
  return setupSchema.parse(JSON.parse(readFileSync(join(out, setupFile), 'utf8')))
}

export interface RunPackageOptions {
  readonly id: string
  readonly version: string
  readonly card: string
}

/** Makes a model package of a run's newest checkpoint, in `parent/ID`. Returns its folder. */
export async function packRun(
  out: string,
  parent: string,
  { id, version, card }: RunPackageOptions,
): Promise<string> {
  const setup = readRunSetup(out)
  const tokenizer = tokenizerFromJson(setup.tokenizer)
  const layout = ccrcLayout({ categories: setup.categories.length, words: tokenizer.size })
  const graph = ccrcTraining(layout.chain, layout.parameters, 1, { ...WHOLE_CHAIN, refined: false })
  const newest = await latestCheckpoint(out)
  if (newest === null) throw new TrainingSetError(`${out} has no checkpoint yet: train first.`)
  const { state, record } = await loadCheckpoint(newest, graph)
  const values = new Map<string, Float32Array>()
  for (const flat of graph.layouts) {
    const vector = state.vectors.get(`values/${flat.name}`)
    if (vector === undefined) throw new TrainingSetError(`${newest} lacks values/${flat.name}.`)
    for (const [name, own] of unpackValues(flat, vector)) values.set(name, own)
  }
  return writePackage(
    parent,
    {
      manifest: {
        id,
        family: 'ccrc',
        version,
        parent: null,
        created: new Date().toISOString(),
        sizes: { categories: setup.categories.length, words: tokenizer.size },
        worlds: ['blocks', 'aerial'],
        categories: setup.categories,
        thresholds: { change: 0.7, window: 0.8 },
        isAutomatic: false,
        training: z.json().parse({ pairs: setup.pairs, options: recipe(setup.options), progress: record }),
        scores: {},
      },
      parameters: layout.parameters,
      values,
      tokenizer,
      card,
    },
    { replace: true },
  )
}

/** Options without folders: a package is shared, and says nothing of the disk that it was made on. */
function recipe(options: z.infer<typeof setupSchema>['options'] = {}): Record<string, unknown> {
  const { data, dev, from, out: _, ...rest } = options
  return { ...rest, data: Array.isArray(data) ? data.map(nameOf) : [], dev: nameOf(dev), from: nameOf(from) }
}

function nameOf(path: unknown): unknown {
  return typeof path === 'string' ? basename(path) : path
}
