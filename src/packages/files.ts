import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { message, MessageError } from '../messages/message'
import type { MessageText, Message } from '../messages/message'
import { sha256Hex } from '../process/sha256'

export type PackageProblem =
  | 'missing-file'
  | 'unreadable'
  | 'too-large'
  | 'damaged'
  | 'wrong-hash'
  | 'newer-format'
  | 'other-version'
  | 'wrong-family'
  | 'duplicate'
  | 'exists'
  | 'cannot-write'

/** A problem of a model package. The message is for the user: the file, the problem, a way out. */
export class PackageError extends MessageError {
  override readonly name = 'PackageError'
  constructor(
    readonly code: PackageProblem,
    /** The file or folder. */
    readonly path: string,
    text: MessageText,
    options?: ErrorOptions,
  ) {
    super(text, options)
  }
}

export function damaged(path: string, reason: MessageText, cause?: unknown): PackageError {
  return new PackageError('damaged', path, message('models.damaged', { path, reason }), { cause })
}

/** Of a field of a file, or of the whole file where the name is empty. @param reason in the words of the schema */
export function wrongField(field: string, reason: string): Message {
  return field === '' ? message('models.wrong', { reason }) : message('models.wrongField', { field, reason })
}

export const MANIFEST_FILE = 'model.json'
export const WEIGHTS_FILE = 'weights.safetensors'
export const TOKENIZER_FILE = 'tokenizer.json'
export const CARD_FILE = 'CARD.md'

/** Bytes; larger files are not read. */
export const SIZE_LIMITS = {
  [MANIFEST_FILE]: 4_000_000,
  [TOKENIZER_FILE]: 16_000_000,
  [WEIGHTS_FILE]: 2_000_000_000,
  [CARD_FILE]: 4_000_000,
} as const

/** @throws PackageError `missing-file`, `unreadable`, `damaged` or `too-large` */
export async function readLimited(path: string, limit: number): Promise<Uint8Array> {
  const found = await stat(path).catch((error: unknown) => {
    throw readingError(path, error)
  })
  // anything else, such as a pipe, might never end
  if (!found.isFile()) {
    throw damaged(path, message('models.notAFile'))
  }
  if (found.size > limit) {
    throw new PackageError('too-large', path, message('models.tooLarge', { path, bytes: found.size, limit }))
  }
  return readFile(path).catch((error: unknown) => {
    throw readingError(path, error)
  })
}

/** @throws PackageError, `wrong-hash` too */
export async function readHashed(path: string, limit: number, hash: string): Promise<Uint8Array> {
  const bytes = await readLimited(path, limit)
  if (sha256Hex(bytes) !== hash) {
    throw new PackageError('wrong-hash', path, message('models.wrongHash', { path }))
  }
  return bytes
}

/**
 * A file of a package by its name. A link that leads out of the folder is refused: the package comes from somebody
 * else.
 * @param hash undefined where none is known
 * @throws PackageError
 */
export async function readInside(
  folder: string,
  file: string,
  limit: number,
  hash?: string,
): Promise<Uint8Array> {
  const path = join(folder, file)
  const real = await realpath(path).catch(() => null)
  if (real !== null && dirname(real) !== (await realpath(folder))) {
    throw new PackageError('unreadable', path, message('models.linkOut', { path }))
  }
  return hash === undefined ? readLimited(path, limit) : readHashed(path, limit, hash)
}

/** @throws PackageError `damaged` */
export function parseJson(path: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch (error) {
    throw damaged(path, message('models.notJson'), error)
  }
}

function readingError(path: string, error: unknown): PackageError {
  const { code = String(error) } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? new PackageError('missing-file', path, message('models.missing', { path }), { cause: error })
    : new PackageError('unreadable', path, message('models.unreadable', { path, code }), { cause: error })
}
