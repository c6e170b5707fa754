import { mkdirSync } from 'node:fs'
import { initialValues } from '../../graph'
import { writePackage } from '../../packages/write-package'
import { trainTokenizer } from '../../text/bpe/train'
import { photoFamilyNetwork } from './network/family'

/** A package with random weights that reads no features of the detector; returns its folder. */
export async function writeUntrainedPhoto(parent: string, family = photoFamilyNetwork): Promise<string> {
  const without = ['encoder']
  const { parameters } = family.build({ words: 0, categories: 0 }, without)
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
    values: initialValues(parameters, 7),
    tokenizer: trainTokenizer(['a thing is gone'], 270),
    card: '# Fresh\n',
  })
}
