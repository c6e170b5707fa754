import { mkdir, rename, rm, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isThere,
  syncFolder,
  writeDurably,
  replaceFolder,
  ASIDE_END,
  settleReplaced,
} from '../dataset/atomic'
import type { Parameter } from '../graph/tensor'
import { readWeights, writeWeights } from '../graph/weights'
import { tokenizerToJson } from '../text/bpe/json'
import type { Tokenizer } from '../text/bpe/tokenizer'
import { CARD_FILE, MANIFEST_FILE, TOKENIZER_FILE, WEIGHTS_FILE, PackageError } from './files'
import { MANIFEST_FORMAT, parseManifest } from './manifest'
import type { ModelManifest } from './manifest'
import { randomBytes } from 'node:crypto'
import { message } from '../messages/message'
import { sha256Hex } from '../process/sha256'

/** Longer than any import or write takes: an older draft is from a killed process. */
const DRAFT_MILLISECONDS = 24 * 3600 * 1000

/** Temporary folder of a package until it is whole. Names that begin with a dot are no packages. */
export function draftFolder(parent: string, id: string): string {
  return join(parent, `.${id}.${randomBytes(6).toString('hex')}`)
}

/**
 * Restores packages whose replacement was killed, and removes drafts that are older than a day. Never throws:
 * readable packages are still listed.
 */
export async function recoverPackages(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch((): string[] => [])) {
    const path = join(parent, name)
    const id = name.endsWith(ASIDE_END) ? draftedId(name.slice(0, -ASIDE_END.length)) : null
    if (id !== null) {
      await settleReplaced(path, join(parent, id)).catch(() => undefined)
    }
    if (draftedId(name) !== null) {
      await removeIfOld(path).catch(() => undefined)
    }
  }
}

function draftedId(name: string): string | null {
  return /^\.(.+)\.[0-9a-f]{12}$/.exec(name)?.[1] ?? null
}

/** A folder's time is that of the last file written to it. */
async function removeIfOld(draft: string): Promise<void> {
  const { mtimeMs } = await lstat(draft)
  if (Date.now() - mtimeMs > DRAFT_MILLISECONDS) {
    await rm(draft, { recursive: true, force: true })
  }
}

export interface PackageContent {
  /** Fields that are not derived from the rest. */
  manifest: Omit<ModelManifest, 'format' | 'weights' | 'tokenizer'>
  parameters: readonly Parameter[]
  values: ReadonlyMap<string, Float32Array>
  /** Default F16. */
  precision?: ModelManifest['weights']['precision']
  tokenizer: Tokenizer
  /** Markdown. */
  card: string
}

export interface WritePackageOptions {
  /** Replaces a package with the same id. Default false. */
  replace?: boolean
}

/**
 * Writes `parent/ID` and returns that folder. It appears whole or not at all: it is made under another name, flushed
 * and renamed. @throws PackageError `exists`, `cannot-write`, `damaged`; RangeError for values that F16 cannot hold,
 * if it is chosen; SafetensorsError for others that are not finite
 */
export async function writePackage(
  parent: string,
  content: PackageContent,
  { replace = false }: WritePackageOptions = {},
): Promise<string> {
  const folder = join(parent, content.manifest.id)
  const files = packageFiles(folder, content)
  await recoverPackages(parent)
  if (!replace && (await isThere(folder))) {
    throw alreadyThere(folder)
  }
  const draft = draftFolder(parent, content.manifest.id)
  try {
    await mkdir(draft, { recursive: true })
    for (const [name, bytes] of files) {
      await writeDurably(join(draft, name), bytes)
    }
    await syncFolder(draft)
    await putInPlace(draft, folder, replace)
    await syncFolder(parent)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw writingError(folder, error)
  }
  return folder
}

function packageFiles(
  folder: string,
  { manifest, parameters, values, precision = 'F16', tokenizer, card }: PackageContent,
): Map<string, Uint8Array | string> {
  const weights = writeWeights(parameters, values, { precision })
  readWeights(parameters, weights, join(folder, WEIGHTS_FILE)) // what cannot be read is not written
  const tokens = new TextEncoder().encode(JSON.stringify(tokenizerToJson(tokenizer)))
  const whole: ModelManifest = {
    format: MANIFEST_FORMAT,
    ...manifest,
    weights: { file: WEIGHTS_FILE, sha256: sha256Hex(weights), precision },
    tokenizer: { file: TOKENIZER_FILE, sha256: sha256Hex(tokens) },
  }
  const text = `${JSON.stringify(whole, null, 2)}\n`
  parseManifest(join(folder, MANIFEST_FILE), JSON.parse(text))
  return new Map<string, Uint8Array | string>([
    [WEIGHTS_FILE, weights],
    [TOKENIZER_FILE, tokens],
    [CARD_FILE, card],
    [MANIFEST_FILE, text],
  ])
}

async function putInPlace(draft: string, folder: string, replace: boolean): Promise<void> {
  if (replace) {
    await replaceFolder(draft, folder)
    return
  }
  await rename(draft, folder).catch(async (error: unknown) => {
    throw (await isThere(folder)) ? alreadyThere(folder) : error
  })
}

function alreadyThere(folder: string): PackageError {
  return new PackageError('exists', folder, message('models.nameTaken', { path: folder }))
}

function writingError(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof PackageError || code === undefined) {
    return error
  }
  return new PackageError('cannot-write', folder, message('models.cannotWrite', { path: folder, code }), {
    cause: error,
  })
}
