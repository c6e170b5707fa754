import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import type { Raster } from '../../images/raster'
import { openTogether } from '../../process/open-together'
import { createModelSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/session'
import { embeddingNames } from './embedding'
import type { Embedding, EmbeddingName, EmbeddingPart } from './embedding'
import { inputSides, ModelInterfaceError } from './model-interface'
import { modelInput } from './model-input'

export interface Sam2Encoder {
  encode(image: Raster): Promise<Embedding>
  release(): Promise<void>
}

/** @throws ModelInterfaceError, or Error in ONNX Runtime's words */
export function createEncoder(path: string, options: SessionOptions): Promise<Sam2Encoder> {
  return openTogether(async (keep) => encoderOf(await keep(createModelSession(path, options)), path))
}

function encoderOf(session: InferenceSession, path: string): Sam2Encoder {
  const [batch, channels, height, width] = inputSides(session, 'image', path)
  if (batch !== 1 || channels !== 3 || height !== width) {
    throw new ModelInterfaceError(path, `its image is [${[batch, channels, height, width].join(', ')}]`)
  }
  const missing = embeddingNames.filter((name) => !session.outputNames.includes(name))
  if (missing.length > 0) {
    throw new ModelInterfaceError(path, `it gives no ${missing.join(' and no ')}`)
  }
  return {
    encode: (image) => encode(session, image, height),
    release: () => session.release(),
  }
}

async function encode(session: InferenceSession, image: Raster, side: number): Promise<Embedding> {
  const input = new Tensor('float32', await modelInput(image, side), [1, 3, side, side])
  const outputs = await session.run({ image: input })
  const part = (name: EmbeddingName): EmbeddingPart => {
    const { data, dims } = outputs[name]
    return { shape: dims, values: data as Float32Array }
  }
  return {
    image_embed: part('image_embed'),
    high_res_feats_0: part('high_res_feats_0'),
    high_res_feats_1: part('high_res_feats_1'),
  }
}
