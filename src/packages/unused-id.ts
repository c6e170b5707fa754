import { readdir } from 'node:fs/promises'
import { listDeleted } from './deleted-packages'
import { listPackages, type PackageFolders } from './list-packages'

/**
 * Ids that no new model may have: those of all models, names of whatever lies beside them, and ids of deleted models,
 * which can be brought back.
 */
export async function usedIds(folders: PackageFolders): Promise<Set<string>> {
  const listed = await listPackages(folders)
  const deleted = await listDeleted(folders.user)
  const names = await readdir(folders.user).catch((): string[] => [])
  return new Set([
    ...listed.flatMap(({ found }) => ('manifest' in found ? [found.manifest.id] : [])),
    ...listed.flatMap(({ folder }) => folder.split(/[\\/]/).at(-1) ?? []),
    ...deleted.map(({ id }) => id),
    ...names,
  ])
}

/** `boards-1`, `boards-2`: the first that is not taken. */
export function unusedId(stem: string, taken: ReadonlySet<string>): string {
  let number = 1
  while (taken.has(`${stem}-${number}`)) number++
  return `${stem}-${number}`
}
