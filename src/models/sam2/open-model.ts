import { join } from 'node:path'
import { sam2Files } from '../../packs/catalogue'
import { createDecoder } from './decoder'
import { createEncoder } from './encoder'

/**
 * Opens both models of a folder and looks whether they are what they should be. To be called in a process
 * that is thrown away, with a time limit outside. @throws ModelInterfaceError, or Error in ONNX Runtime's words
 */
export async function openModel(folder: string): Promise<void> {
  const options = { provider: 'cpu', threads: 1 } as const
  const decoder = await createDecoder(join(folder, sam2Files.decoder), options)
  await decoder.release()
  const encoder = await createEncoder(join(folder, sam2Files.encoder), options)
  await encoder.release()
}
