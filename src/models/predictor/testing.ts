import { mkdirSync } from 'node:fs'
import { initialValues } from '../../graph'
import { writePackage } from '../../packages/write-package'
import { FAMILIES } from '../registry'
import { trainTokenizer } from '../../text/bpe/train'

const sentences = [
  'the small red cube is gone',
  'a large blue sphere has appeared on the left',
  'the green cylinder moved behind the yellow cube',
  'nothing has changed',
]
/** Of the shared mask head; 0 in place of its own start, so that noise marks here and there. */
const MASK_BIAS = 'masks.decoder.output.bias'
const NOISE = { change: 0.001, window: 0.001 }

/** A package of the true shape that was taught nothing: what it says is well-formed and means nothing. */
export async function writeUntrainedFamily(
  parent: string,
  name: string,
  without: string[] = [],
  thresholds: Readonly<Record<string, number>> = NOISE,
): Promise<string> {
  const family = FAMILIES.get(name)!
  const tokenizer = trainTokenizer(sentences, 300)
  const { parameters } = family.build({ words: tokenizer.size, categories: 2 }, without)
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
      ...(family.use?.entities !== undefined && {
        entities: ['small red cube', 'large blue sphere', 'cylinder'],
      }),
      thresholds,
      training: null,
      scores: null,
    },
    parameters,
    values: initialValues(parameters, 7).set(MASK_BIAS, new Float32Array(1)),
    tokenizer,
    card: '# Untrained\n',
  })
}
