import { mkdir } from 'node:fs/promises'
import { initialValues } from '../../../graph'
import { writePackage } from '../../../packages/write-package'
import { ccrcLayout } from '../network/stages'
import { trainTokenizer } from '../../../text/bpe/train'

const sentences = [
  'the small red cube is gone',
  'a large blue sphere has appeared on the left',
  'the green cylinder moved behind the yellow cube',
  'nothing has changed',
]

/** The start values are the same for all and take longest to make. */
let values: ReadonlyMap<string, Float32Array> | null = null

/** An untrained package of the true shape: its outputs are well-formed and mean nothing. */
export async function writeUntrainedPackage(parent: string, id = 'ccrc-untrained'): Promise<string> {
  const tokenizer = trainTokenizer(sentences, 300)
  const categories = ['added', 'moved', 'removed']
  const { parameters } = ccrcLayout({ categories: categories.length, words: tokenizer.size })
  values ??= initialValues(parameters, 7)
  await mkdir(parent, { recursive: true })
  return writePackage(parent, {
    manifest: {
      id,
      family: 'ccrc',
      version: '0',
      parent: null,
      created: '2026-01-01T00:00:00Z',
      sizes: {},
      worlds: ['blocks'],
      categories,
      thresholds: { change: 0.001, window: 0.001 },
      training: null,
      scores: null,
    },
    parameters,
    values,
    tokenizer,
    card: '# Untrained\n',
  })
}
