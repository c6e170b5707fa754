import { buildModel, inference, input, matmul, Parameters, squeeze, unsqueeze } from '../../../graph'
import type { ModelSpec } from '../../../graph/onnx'
import type { Parameter, Tensor } from '../../../graph'
import type { FramePixels } from '../../layers/region-heads'
import { CAPTION_LENGTH, CHANNELS, IMAGE_SIDE, MASK_SIDE, PIXEL_SIDE, TOKENS } from '../../layers/sizes'
import { ccrcNetwork } from './network'
import type { CcrcNetwork, CcrcSizes, Scene } from './network'

/** The stages of the network that run one after the other; each is a model of its own. */
export const CCRC_STAGES = ['encode', 'propose', 'encode-context', 'decode', 'refine', 'ground'] as const
/** Two stages in one, for a device: what lies between them stays there. */
const JOINED_STAGE = 'encode-propose'
export const DEVICE_STAGES = [...CCRC_STAGES, JOINED_STAGE] as const
export type CcrcStage = (typeof DEVICE_STAGES)[number]

export interface CcrcLayout {
  readonly network: CcrcNetwork
  readonly parameters: readonly Parameter[]
}

/** The network and its parameters, in the order of their creation. */
export function ccrcLayout(sizes: CcrcSizes, p: Parameters = Parameters.create()): CcrcLayout {
  const network = ccrcNetwork(p, sizes)
  return { network, parameters: p.list() }
}

const MODEL = CHANNELS.model

function pixelInputs(frame: 'Before' | 'After'): FramePixels {
  return {
    embedding: input(`pixels${frame}`, ['batch', CHANNELS.pixel, PIXEL_SIDE, PIXEL_SIDE]),
    detail: input(`detail${frame}`, ['batch', CHANNELS.detail, MASK_SIDE, MASK_SIDE]),
  }
}

function roiInput(frame: 'Before' | 'After'): Tensor {
  return input(`roi${frame}`, ['batch', CHANNELS.roi, PIXEL_SIDE, PIXEL_SIDE])
}

/** The parts of a scene that later stages take as inputs; the others are placeholders. */
function sceneInputs(): Scene {
  const tokens = input('tokens', ['batch', 2 * TOKENS, MODEL])
  const missing = input('missing', ['batch'])
  return {
    tokens,
    overview: input('overview', ['batch', TOKENS + TOKENS / 4, MODEL]),
    pixels: [pixelInputs('Before'), pixelInputs('After')],
    roiFeatures: [roiInput('Before'), roiInput('After')],
    changed: input('changed', ['batch', 2, MASK_SIDE, MASK_SIDE]),
    heat: missing,
    changedLogit: input('changedLogit', ['batch']),
    matches: missing,
    flow: missing,
    fineFlow: { flow: missing, logUncertainty: missing, features: missing },
    orientation: missing,
    objects: missing,
    backgroundFlow: input('backgroundFlow', ['batch', 2 * TOKENS, 2]),
  }
}

/**
 * The stages for `regions` region vectors at a time. A batch whose size is known (`sizes`) needs no shape nodes, which
 * some providers leave to the CPU. Inputs and outputs:
 * - encode: before, after [n, 3, 128, 128] in -0.5..0.5 -> tokens, overview, pixels, detail and roi of both frames,
 *   changed [n, 2, 128, 128], heat [n, 512], changedLogit [n] (logits), backgroundFlow [n, 512, 2]
 * - propose: picked [n, regions, 512], a 1 in each row -> regions, categories, attributes, masks (logits)
 * - encode-propose: before, after, picked -> as propose
 * - encode-context: regions, valid, coverage, unconditioned, changedLogit -> memory
 * - decode: memory of one pair (of each caption with `hasMemories`), words int64 [n, 28], last [n, 28], a 1 at the last word of each -> next [n, words]
 *   (logits), hidden, attention
 * - refine: regions, hidden, present -> regions, categories, attributes, masks
 * - ground: hidden, present -> grounding [n, 512] (logits)
 */
export function ccrcStage(
  { network }: CcrcLayout,
  stage: CcrcStage,
  values: ReadonlyMap<string, Float32Array>,
  regions: number,
  sizes: Readonly<Record<string, number>> = {},
  hasMemories = false,
): ModelSpec {
  return buildModel(stageOutputs(network, stage, regions, hasMemories), {
    name: `ccrc-${stage}`,
    values,
    sizes,
  })
}

function stageOutputs(
  network: CcrcNetwork,
  stage: CcrcStage,
  regions: number,
  hasMemories: boolean,
): Record<string, Tensor> {
  const length = CAPTION_LENGTH
  const scene = sceneInputs()
  const vectors = input('regions', ['batch', regions, MODEL])
  const hidden = input('hidden', ['batch', length, MODEL])
  const present = input('present', ['batch', length])
  const described = (own: Tensor, of: Scene = scene): Record<string, Tensor> => {
    const { categories, attributes, masks } = network.predictRegions(of, own)
    return { newRegions: own, categories, attributes, masks }
  }
  const encode = (): Scene => network.encode(frameInput('before'), frameInput('after'), inference)
  const picked = input('picked', ['batch', regions, 2 * TOKENS])
  switch (stage) {
    case 'encode':
      return encodeOutputs(encode())
    case 'propose':
      return described(network.propose(scene, picked, inference))
    case 'encode-propose': {
      const encoded = encode()
      return described(network.propose(encoded, picked, inference), encoded)
    }
    case 'encode-context': {
      const context = {
        regions: vectors,
        valid: input('valid', ['batch', regions]),
        coverage: input('coverage', ['batch', 2 * TOKENS]),
        unconditioned: input('unconditioned', ['batch']),
      }
      return { memory: network.encodeContext(scene, context) }
    }
    case 'decode': {
      const memory = input('memory', [hasMemories ? 'batch' : 1, regions + 1 + TOKENS + TOKENS / 4, MODEL])
      const words = input('words', ['batch', length], 'int64')
      const decoded = network.caption(words, memory, inference)
      const last = unsqueeze(input('last', ['batch', length]), 1)
      const next = squeeze(decoded.toLogits(matmul(last, decoded.hidden)), 1)
      return { next, hidden: decoded.hidden, attention: decoded.attention }
    }
    case 'refine':
      return described(network.refine(scene, vectors, hidden, present, inference))
    case 'ground':
      return { grounding: network.ground(scene, hidden, present) }
  }
}

function encodeOutputs(encoded: Scene): Record<string, Tensor> {
  return {
    tokens: encoded.tokens,
    overview: encoded.overview,
    pixelsBefore: encoded.pixels[0].embedding,
    pixelsAfter: encoded.pixels[1].embedding,
    detailBefore: encoded.pixels[0].detail,
    detailAfter: encoded.pixels[1].detail,
    roiBefore: encoded.roiFeatures[0],
    roiAfter: encoded.roiFeatures[1],
    changed: encoded.changed,
    heat: encoded.heat,
    changedLogit: encoded.changedLogit,
    backgroundFlow: encoded.backgroundFlow,
  }
}

/** Frames of pairs, [batch, 3, 128, 128]. */
export function frameInput(name: 'before' | 'after'): Tensor {
  return input(name, ['batch', 3, IMAGE_SIDE, IMAGE_SIDE])
}
