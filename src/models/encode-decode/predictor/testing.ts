import type { SessionOptions } from '../../../inference/sessions/model-session'
import { loadPackage } from './load-package'
import type { EncodeDecodeParts } from './load-package'
import { StagedModel } from './staged-model'
import { mkdirSync } from 'node:fs'
import { initialValues } from '../../../graph'
import { writePackage } from '../../../packages/write-package'
import { familyNamed } from '../../registry'
import { trainTokenizer } from '../../../text/bpe/train'

const sentences = [
  'the small red cube is gone',
  'a large blue sphere has appeared on the left',
  'the green cylinder moved behind the yellow cube',
  'nothing has changed',
]
/** Of the shared mask head; 0 in place of its own start, so that noise marks here and there. */
const MASK_BIAS = 'masks.decoder.output.bias'
const NOISE = { change: 0.001, window: 0.001 }

/** By name and parts left out: the start values take longest to make. */
const started = new Map<string, ReadonlyMap<string, Float32Array>>()

/** A package of the true shapes without training: its captions are well-formed and meaningless. */
export async function writeUntrainedFamily(
  parent: string,
  name: string,
  without: string[] = [],
  thresholds: Readonly<Record<string, number>> = NOISE,
): Promise<string> {
  const family = familyNamed(name)
  const tokenizer = trainTokenizer(sentences, 300)
  const { parameters } = family.network.build({ words: tokenizer.size, categories: 2 }, without)
  const start = [name, ...without].join(' ')
  const values = started.get(start) ?? initialValues(parameters, 7).set(MASK_BIAS, new Float32Array(1))
  started.set(start, values)
  mkdirSync(parent, { recursive: true })
  return writePackage(parent, {
    manifest: {
      id: `${name}-untrained`,
      family: name,
      version: '0',
      parent: null,
      created: '2026-01-01T00:00:00Z',
      sizes: {},
      worlds: ['blocks'],
      categories: ['added', 'removed'],
      ...(without.length > 0 && { without }),
      ...(family.network.needs.includes('entities') && {
        entities: ['small red cube', 'large blue sphere', 'cylinder'],
      }),
      thresholds,
      training: null,
      scores: null,
    },
    parameters,
    values,
    tokenizer,
    card: '# Untrained\n',
  })
}

/** A package of the family on its stages, without a proposer around it. */
export async function openStagedModel(
  family: EncodeDecodeParts,
  folder: string,
  options: SessionOptions,
): Promise<StagedModel> {
  const { parts } = await loadPackage(folder, family)
  return new StagedModel(parts, options)
}
