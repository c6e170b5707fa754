import { decodeTiff } from '../../src/images/tiff'
import { imageHeaderOf } from '../../src/images/decode'
import { decodeFailure } from '../../src/images/decode-failure'
import { tolerate } from '../tolerate'

/** Samples of a TIFF whose header is accepted, as an image is decoded. What the decoder throws is put in words there. */
export const fuzz = (data: Buffer): Promise<void> =>
  tolerate(async () => {
    const header = await imageHeaderOf('fuzzed', data)
    if (header.format === 'tiff') {
      await decodeTiff(data).catch((error: unknown) => {
        throw decodeFailure('fuzzed', header, error)
      })
    }
  })
