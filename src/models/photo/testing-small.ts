import { abs, concat, mean, nn, reshape, sub } from '../../graph'
import type { Parameters } from '../../graph'
import { convBlock } from '../layers/backbone'
import { splitFrames } from '../layers/token-grid'
import type { Family } from '../family'
import { photo } from './family'
import { photoFamilyNetworkOf } from './network/family'
import type { PhotoNetwork } from './network/network'
import { photoPredictorOf } from './predictor/predictor'
import { photoTrainerOf } from './trainer/trainer'

/** For tests: a network of two convolutions, whose shaders a software driver compiles in seconds. */
export const smallPhotoNetwork = photoFamilyNetworkOf(smallNetwork, 64)

/** To be put in the place of the family whose name it has. */
export const smallPhoto: Family = {
  ...photo,
  network: smallPhotoNetwork,
  predictor: () => Promise.resolve(photoPredictorOf(smallPhotoNetwork)),
  trainer: () => Promise.resolve(photoTrainerOf(smallPhotoNetwork)),
}

function smallNetwork(p: Parameters): PhotoNetwork {
  const block = convBlock(p.scope('block'), 3, 8)
  const output = nn.conv2d(p.scope('output'), 8, 1, 3)
  const anything = nn.linear(p.scope('anything'), 8, 1)
  return (before, after, _encoded, mode) => {
    const [own, other] = splitFrames(block(concat([before, after], 0), mode))
    const differing = abs(sub(own, other))
    const summary = anything(mean(differing, { axes: [2, 3] }))
    return { changed: output(differing), changedLogit: reshape(summary, [-1]) }
  }
}
