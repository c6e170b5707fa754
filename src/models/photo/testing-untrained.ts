import { mkdirSync } from 'node:fs'
import { initialValues } from '../../graph'
import { writePackage } from '../../packages/write-package'
import { trainTokenizer } from '../../text/bpe/train'
import { photoFamilyNetwork } from './network/family'

/**
 * A package with random weights that reads no features of the detector; returns its folder.
 * @param scale of the weights, which are in full precision unless it is 1
 */
export async function writeUntrainedPhoto(
  parent: string,
  family = photoFamilyNetwork,
  scale = 1,
): Promise<string> {
  const without = ['encoder']
  const { parameters } = family.build({ words: 0, categories: 0 }, without)
  const values = initialValues(parameters, 7)
  const scaled = [...values].map(([name, own]) => [name, own.map((value) => scale * value)] as const)
  mkdirSync(parent, { recursive: true })
  return writePackage(parent, {
    manifest: {
      id: 'fresh-photo',
      family: 'photo',
      version: '0',
      parent: null,
      created: '2026-01-01T00:00:00Z',
      sizes: {},
      without,
      worlds: ['photographs'],
      categories: [],
      thresholds: { change: 0.5, window: 0.5 },
      training: null,
      scores: null,
    },
    parameters,
    values: new Map(scaled),
    precision: scale === 1 ? 'F16' : 'F32',
    tokenizer: trainTokenizer(['a thing is gone'], 270),
    card: '# Fresh\n',
  })
}
