import { join } from 'node:path'
import { writeDurably, writeAtomically } from '../dataset/atomic'
import {
  CARD_FILE,
  MANIFEST_FILE,
  readHashed,
  readLimited,
  SIZE_LIMITS,
  TOKENIZER_FILE,
  WEIGHTS_FILE,
  parseJson,
} from './files'
import { readManifest } from './read-package'
import { parseManifest } from './manifest'
import { PackageError } from './package-error'

/** Writes the files of a package into a folder that is there, checked on the way. @throws PackageError */
export async function copyPackage(from: string, to: string): Promise<string[]> {
  const { weights, tokenizer } = await readManifest(from)
  const files = new Map([
    [weights.file, await readHashed(join(from, weights.file), SIZE_LIMITS[WEIGHTS_FILE], weights.sha256)],
    [
      tokenizer.file,
      await readHashed(join(from, tokenizer.file), SIZE_LIMITS[TOKENIZER_FILE], tokenizer.sha256),
    ],
    [CARD_FILE, await readLimited(join(from, CARD_FILE), SIZE_LIMITS[CARD_FILE])],
    [MANIFEST_FILE, await readLimited(join(from, MANIFEST_FILE), SIZE_LIMITS[MANIFEST_FILE])],
  ])
  for (const [name, bytes] of files) {
    await writeDurably(join(to, name), bytes)
  }
  return [...files.keys()]
}

/** Gives a package another title; its id stays. Fields that are not known stay too. @throws PackageError */
export async function renamePackage(folder: string, title: string): Promise<void> {
  const path = join(folder, MANIFEST_FILE)
  const json = parseJson(path, await readLimited(path, SIZE_LIMITS[MANIFEST_FILE]))
  const renamed = { ...(json as object), title }
  parseManifest(path, renamed)
  await writeAtomically(path, `${JSON.stringify(renamed, null, 2)}\n`).catch((error: unknown) => {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new PackageError('cannot-write', path, `cannot be written (${code}).`, { cause: error })
  })
}
