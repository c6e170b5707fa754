import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** So that going one window back is quick. */
const MOST_KEPT = 4

/**
 * Deletes all but the last few pictures of a kind, once another one was made: each window that was tried has left one of
 * up to 50 MB. One that cannot be deleted stays.
 * @param kind what the names of all of them begin with
 */
export async function deleteReplaced(kind: string, path: string): Promise<void> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => [])
  const others = names.filter(
    (name) => name.startsWith(kind) && name !== basename(path) && !name.endsWith('.part'),
  )
  const times = await Promise.all(
    others.map(async (name) => {
      const made = await stat(join(folder, name)).catch(() => null)
      return { name, at: made?.mtimeMs ?? 0 }
    }),
  )
  const old = times.toSorted((a, b) => b.at - a.at).slice(MOST_KEPT - 1)
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true }).catch(() => undefined)))
}
