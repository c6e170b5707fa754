import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SafetensorsError } from '../graph/safetensors'
import type { Parameter } from '../graph/tensor'
import { ModelMismatchError, readWeights } from '../graph/weights'
import { tokenizerFromJson, TokenizerError } from '../text/bpe/json'
import type { Tokenizer } from '../text/bpe/tokenizer'
import {
  CARD_FILE,
  MANIFEST_FILE,
  TOKENIZER_FILE,
  WEIGHTS_FILE,
  parseJson,
  readHashed,
  readInside,
  readLimited,
  SIZE_LIMITS,
  damaged,
  PackageError,
} from './files'
import { parseManifest } from './manifest'
import type { ModelManifest } from './manifest'
import { NETWORK_MANIFEST_FILE } from './network-manifest'
import { message } from '../messages/message'

export interface ModelPackage {
  folder: string
  manifest: ModelManifest
  tokenizer: Tokenizer
}

/** @throws PackageError */
export async function readManifest(folder: string): Promise<ModelManifest> {
  const path = join(folder, MANIFEST_FILE)
  const bytes = await readLimited(path, SIZE_LIMITS[MANIFEST_FILE]).catch((error: unknown) => {
    throw existsSync(join(folder, NETWORK_MANIFEST_FILE)) ? notTrained(folder) : error
  })
  return parseManifest(path, parseJson(path, bytes))
}

function notTrained(folder: string): PackageError {
  return new PackageError('wrong-family', folder, message('models.notTrained', { path: folder }))
}

/**
 * All but the weights, whose shapes only the family's code knows.
 * @param family the required family, if any
 * @throws PackageError
 */
export async function openPackage(folder: string, family?: string): Promise<ModelPackage> {
  const manifest = await readManifest(folder)
  if (family !== undefined && manifest.family !== family) {
    throw new PackageError(
      'wrong-family',
      folder,
      message('models.otherFamily', { path: folder, family: manifest.family, wanted: family }),
    )
  }
  const path = join(folder, manifest.tokenizer.file)
  const bytes = await readHashed(path, SIZE_LIMITS[TOKENIZER_FILE], manifest.tokenizer.sha256)
  try {
    return { folder, manifest, tokenizer: tokenizerFromJson(parseJson(path, bytes)) }
  } catch (error) {
    if (error instanceof TokenizerError) {
      throw damaged(path, error.message, error)
    }
    throw error
  }
}

/** The values of every parameter, in float32 whatever the file's precision. @throws PackageError */
export async function readPackageWeights(
  { folder, manifest }: { folder: string; manifest: Pick<ModelManifest, 'weights'> },
  parameters: readonly Parameter[],
): Promise<Map<string, Float32Array>> {
  const path = join(folder, manifest.weights.file)
  const bytes = await readHashed(path, SIZE_LIMITS[WEIGHTS_FILE], manifest.weights.sha256)
  try {
    return readWeights(parameters, bytes, path)
  } catch (error) {
    if (error instanceof ModelMismatchError) {
      throw new PackageError(
        'other-version',
        path,
        message('models.otherVersion', { path, reason: error.reason }),
        { cause: error },
      )
    }
    if (error instanceof SafetensorsError) {
      throw damaged(path, error.reason, error)
    }
    throw error
  }
}

/** The model's card for people, as Markdown. @throws PackageError */
export async function readCard(folder: string): Promise<string> {
  return new TextDecoder().decode(await readInside(folder, CARD_FILE, SIZE_LIMITS[CARD_FILE]))
}
