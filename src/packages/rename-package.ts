import { writeAtomically } from '../dataset/atomic'
import { join } from 'node:path'
import { manifestFile, parseJson, readLimited, sizeLimits } from './files'
import { parseManifest } from './manifest'
import { PackageError } from './package-error'

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
