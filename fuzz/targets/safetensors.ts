import { parseSafetensors } from '../../src/graph/safetensors'
import { tolerate } from '../tolerate'

/** Weights of a model package. */
export const fuzz = (data: Buffer): Promise<void> => tolerate(() => parseSafetensors(data))
