import { checkModelFile, withDataInside } from '../../src/graph/model-file'
import { tolerate } from '../tolerate'

/** An ONNX file before the runtime reads it, and its weights in another file. */
export const fuzz = (data: Buffer): Promise<void> =>
  tolerate(() => {
    withDataInside(data, { name: 'weights', bytes: new Uint8Array(64) }, 'made.onnx')
    checkModelFile(data)
  })
