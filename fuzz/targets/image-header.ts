import { imageHeaderOf } from '../../src/images/decode'
import { tolerate } from '../tolerate'

/** Format, size and orientation of an image, from its bytes. */
export const fuzz = (data: Buffer): Promise<void> => tolerate(() => imageHeaderOf('fuzzed', data))
