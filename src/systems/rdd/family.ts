import { Parameters, inference } from '../../graph'
import { pairFrames, seeStage, speakStage } from '../blocks/pair-stages'
import { oneOf, partsWithout } from '../family'
import type { Family } from '../family'
import { RDD_PARTS, rdd as build } from './model'
import { RDD_INPUTS, rddTraining } from './training'

const PHASES = [{ name: 'whole', share: 1 }] as const
const STAGES = ['see', 'speak'] as const

export const rdd: Family = {
  name: 'rdd',
  title: 'RDD+ACR',
  parts: RDD_PARTS,
  needs: ['correspondences', 'objects', 'phrases'],
  phases: PHASES,
  stages: STAGES,
  build({ words }, without = []) {
    const parts = partsWithout(RDD_PARTS, without)
    const p = Parameters.create()
    const model = build(p, words, parts)
    const parameters = p.list()
    return {
      parameters,
      inputs: RDD_INPUTS,
      training(batch, phase) {
        oneOf(
          PHASES.map(({ name }) => name),
          phase,
          'phase',
        )
        return rddTraining(model, parameters, batch, parts)
      },
      stage(stage, values, sizes = {}) {
        const name = oneOf(STAGES, stage, 'stage')
        const options = { name: `rdd-${name}`, values, sizes }
        if (name === 'speak') return speakStage(model.caption, model.keys, options)
        return seeStage(model.see(...pairFrames(), inference), options)
      },
    }
  },
}
