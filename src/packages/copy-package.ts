import { join } from 'node:path'
import { writeDurably } from '../dataset/atomic'
import {
  cardFile,
  manifestFile,
  readHashed,
  readLimited,
  sizeLimits,
  tokenizerFile,
  weightsFile,
} from './files'
import { readManifest } from './read-package'

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
