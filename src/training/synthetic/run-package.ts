import { basename } from 'node:path'
import { z } from 'zod'
import { unpackValues } from '../../graph/flat-layout'
import { writePackage } from '../../packages/write-package'
import { familyNamed } from '../../models/registry'
import { tokenizerFromJson } from '../../text/bpe/json'
import { loadNewest } from '../checkpoint'
import { readRunSetup } from './run-setup'
import { TrainingSetError } from '../data/training-set'

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
  const sightStays = typeof setup.options?.['sight'] === 'string'
  const model = network.build({ ...sizes, freezeEncoder: sightStays }, setup.without)
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
  const { data, dev, from, sight, out: _, ...rest } = options
  const sets = Array.isArray(data) ? data.map(baseName) : []
  return { ...rest, data: sets, dev: baseName(dev), from: baseName(from), sight: baseName(sight) }
}

function baseName(path: unknown): unknown {
  return typeof path === 'string' ? basename(path) : path
}
