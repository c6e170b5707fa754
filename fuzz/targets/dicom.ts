import { imageHeaderOf } from '../../src/images/decode'
import { decodeFailure } from '../../src/images/decode-failure'
import { decodeDicom } from '../../src/images/dicom/pixels'
import { tolerate } from '../tolerate'

/** Samples of a DICOM file whose header is accepted, as an image is decoded. */
export const fuzz = (data: Buffer): Promise<void> =>
  tolerate(async () => {
    const header = await imageHeaderOf('fuzzed', data)
    if (header.format === 'dicom') {
      await decodeDicom(data).catch((error: unknown) => {
        throw decodeFailure('fuzzed', header, error)
      })
    }
  })
