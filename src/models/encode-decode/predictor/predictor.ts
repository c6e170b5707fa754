import type { FamilyPredictor } from '../../family'
import { loadPackage } from './load-package'
import type { EncodeDecodeParts } from './load-package'
import { createProposer } from './proposer'
import { StagedModel } from './staged-model'

export function encodeDecodePredictor(family: EncodeDecodeParts): FamilyPredictor {
  return {
    openProposer: (folder, options) => createProposer(family, folder, options),
    async openBatchPredictor(folder, options) {
      const { parts } = await loadPackage(folder, family)
      const model = new StagedModel(parts, options)
      return {
        predict: (pairs) => model.predict(pairs, { captions: true }),
        release: () => model.release(),
      }
    },
  }
}
