import { join } from 'node:path'
import { writeDurably, writeAtomically } from '../dataset/atomic'
import {
  cardFile,
  manifestFile,
  readHashed,
  readLimited,
  sizeLimits,
  tokenizerFile,
  weightsFile,
  parseJson,
} from './files'
import { readManifest } from './read-package'
import { parseManifest } from './manifest'
import { PackageError } from './package-error'

/** Writes the files of a package into a folder that is there, checked on the way. @throws PackageError */
export async function copyPackage(from: string, to: string): Promise<string[]> {
  const { weights, tokenizer } = await readManifest(from)
  const files = new Map([
    [weights.file, await readHashed(join(from, weights.file), sizeLimits[weightsFile], weights.sha256)],
    [
      tokenizer.file,
      await readHashed(join(from, tokenizer.file), sizeLimits[tokenizerFile], tokenizer.sha256),
    ],
    [cardFile, await readLimited(join(from, cardFile), sizeLimits[cardFile])],
    [manifestFile, await readLimited(join(from, manifestFile), sizeLimits[manifestFile])],
  ])
  for (const [name, bytes] of files) {
    await writeDurably(join(to, name), bytes)
  }
  return [...files.keys()]
}

/** Gives a package another title; its id stays. Fields that are not known stay too. @throws PackageError */
export async function renamePackage(folder: string, title: string): Promise<void> {
  const path = join(folder, manifestFile)
  const json = parseJson(path, await readLimited(path, sizeLimits[manifestFile]))
  const renamed = { ...(json as object), title }
  parseManifest(path, renamed)
  await writeAtomically(path, `${JSON.stringify(renamed, null, 2)}\n`).catch((error: unknown) => {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new PackageError('cannot-write', path, `cannot be written (${code}).`, { cause: error })
  })
}
