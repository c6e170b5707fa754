import { JsonError, ImportProblem } from '../src/dataset/import/problems'
import { ModelFileError } from '../src/graph/model-file'
import { SafetensorsError } from '../src/graph/safetensors'
import { ImageError } from '../src/images/file'
import { RleError } from '../src/mask/rle'
import { TokenizerError } from '../src/text/bpe/json'

/** Errors that tell a user what is wrong with a file. Any other error of a parser is a finding. */
const TOLD = [
  ImageError,
  ImportProblem,
  JsonError,
  ModelFileError,
  RleError,
  SafetensorsError,
  TokenizerError,
]

/** @throws what is no refusal in words */
export async function tolerate(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!TOLD.some((kind) => error instanceof kind)) {
      throw error
    }
  }
}
