import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asideEnd, settleReplaced } from '../dataset/replace-folder'

/** Longer than any import or write takes: an older draft is of one that was killed. */
const draftMilliseconds = 24 * 3600 * 1000

/** Where a package lies until it is whole. Names that begin with a stop are no packages. */
export function draftFolder(parent: string, id: string): string {
  return join(parent, `.${id}.${randomBytes(6).toString('hex')}`)
}

/**
 * Packages whose replacing was killed are back under their names, and drafts that were left are gone after a
 * day. Never throws: what can be read is still listed.
 */
export async function recoverPackages(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch((): string[] => [])) {
    const path = join(parent, name)
    const id = name.endsWith(asideEnd) ? draftedId(name.slice(0, -asideEnd.length)) : null
    if (id !== null) await settleReplaced(path, join(parent, id)).catch(() => undefined)
    if (draftedId(name) !== null) await removeIfOld(path).catch(() => undefined)
  }
}

function draftedId(name: string): string | null {
  return /^\.(.+)\.[0-9a-f]{12}$/.exec(name)?.[1] ?? null
}

/** A folder's time is that of the last file put into it. */
async function removeIfOld(draft: string): Promise<void> {
  const { mtimeMs } = await lstat(draft)
  if (Date.now() - mtimeMs > draftMilliseconds) await rm(draft, { recursive: true, force: true })
}
