import { inference } from '../../../graph/index'
import { encodeInOneStage, pairFrames, encodeStage, decodeStage } from '../../layers/pair-stages'
import { ENCODE_DECODE_PHASES } from '../../layers/family-training'
import { familyParameters } from '../../layers/encoder-parameters'
import { oneOf, partsWithout } from '../../family'
import type { Family } from '../../family'
import { RDD_PARTS, rddNetwork as build } from './network'
import { RDD_INPUTS, rddTraining } from './training'
import { joinPhrases, phraseTexts } from '../../../text/entities'
import { writeIds } from '../../layers/entity-ids'
import type { FillInputs } from '../../pair-data'

/** Noun and verb phrases of the first reference, those of a kind joined by "and". */
const fillPhrases: FillInputs = ({ nouns, verbs }, { caption }, _other, { tokenizer }) => {
  const phrases = phraseTexts(caption)
  writeIds(nouns, tokenizer.encode(joinPhrases(phrases.nouns)))
  writeIds(verbs, tokenizer.encode(joinPhrases(phrases.verbs)))
}

const CONTRAST = ['nounsToObjects', 'verbsToActions'] as const
const DISTILLING = ['objectDistilling', 'actionDistilling'] as const

const STAGES = ['see', 'speak'] as const

export const rdd: Family = {
  name: 'rdd',
  title: 'RDD+ACR',
  parts: RDD_PARTS,
  needs: ['correspondences', 'objects', 'phrases'],
  phases: ENCODE_DECODE_PHASES,
  stages: STAGES,
  ablations: [
    { name: 'direct subtraction', without: ['globalDifference', ...DISTILLING, ...CONTRAST] },
    { name: 'GDE', without: [...DISTILLING, ...CONTRAST] },
    { name: 'GDE + N + V', without: CONTRAST },
  ],
  use: {
    summary: 'Distils what differs into things and what happened to them, and says it from these (RDD+ACR).',
    fill: fillPhrases,
    encode: encodeInOneStage,
  },
  build(sizes, without = []) {
    const parts = partsWithout(RDD_PARTS, without)
    const p = familyParameters(sizes)
    const model = build(p, sizes.words, parts)
    const parameters = p.list()
    const names = ENCODE_DECODE_PHASES.map(({ name }) => name)
    return {
      parameters,
      inputs: RDD_INPUTS,
      training: (batch, phase, accumulate = 1) =>
        rddTraining(model, parameters, batch, parts, oneOf(names, phase, 'phase'), accumulate),
      stage(stage, values, fixed = {}) {
        const name = oneOf(STAGES, stage, 'stage')
        const options = { name: `rdd-${name}`, values, sizes: fixed }
        if (name === 'speak') {
          return decodeStage(model.caption, model.keys, options)
        }
        return encodeStage(model.encode(...pairFrames(), inference), options)
      },
    }
  },
}
