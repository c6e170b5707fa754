import { checkModelFile } from '../../src/graph/model-file'
import { tolerate } from '../tolerate'

/** An ONNX file before the runtime reads it. */
export const fuzz = (data: Buffer): Promise<void> => tolerate(() => checkModelFile(data))
