import { buildModel, inference, Parameters } from '../../../graph'
import { graphInputs } from '../../layers/training-inputs'
import { oneOf, partsWithout } from '../../network'
import type { FamilyNetwork } from '../../network'
import { PHOTO_PARTS, photoNetwork, TRAINING_SIDE } from './network'
import type { PhotoNetwork, PhotoParts } from './network'
import { encodedFrames, frameInputs, photoTraining, trainingInputs } from './training'

const STAGES = ['detect'] as const
const PHASES = ['detect'] as const

/**
 * - detect: before, after [n, 3, h, w], and of both frames the frozen encoder's features at strides 8, 16 and 32 ->
 *   changed [n, 1, h, w], changedLogit [n] (logits)
 */
export const photoFamilyNetwork = photoFamilyNetworkOf(photoNetwork, TRAINING_SIDE)

/** The family with another network of the same inputs and outputs. @param trainingSide of its pairs, in pixels */
export function photoFamilyNetworkOf(
  create: (p: Parameters, parts: PhotoParts) => PhotoNetwork,
  trainingSide: number,
): FamilyNetwork {
  return {
    name: 'photo',
    title: 'CCRC for photographs',
    parts: PHOTO_PARTS,
    needs: [],
    phases: [{ name: 'detect', share: 1 }],
    stages: STAGES,
    ablations: [{ name: 'from nothing', without: ['encoder'] }],
    trainingSide,
    isFullResolution: true,
    marks: 'masks',
    isWordless: true,
    build({ frame = [trainingSide, trainingSide] }, without = []) {
      const parts = partsWithout(PHOTO_PARTS, without)
      const p = Parameters.create()
      const network = create(p, parts)
      const parameters = p.list()
      return {
        parameters,
        inputs: trainingInputs(frame, parts),
        training(batch, phase, accumulate = 1) {
          oneOf(PHASES, phase, 'phase')
          return photoTraining(network, { parameters, batch, accumulate, frame, parts })
        },
        stage(stage, values, sizes = {}) {
          const name = `photo-${oneOf(STAGES, stage, 'stage')}`
          const inputs = graphInputs(frameInputs(frame, parts))
          const { before, after } = inputs
          const outputs = network(before, after, encodedFrames(inputs, parts), inference)
          return buildModel({ ...outputs }, { name, values, sizes })
        },
      }
    },
  }
}
