import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { asideEnd, settleReplaced } from '../dataset/replace-folder'

/** Where a package lies until it is whole. Names that begin with a stop are no packages. */
export function draftFolder(parent: string, id: string): string {
  return join(parent, `.${id}.${randomBytes(6).toString('hex')}`)
}

/** Packages whose replacing was killed are back under their names. Never throws: what can be read is still listed. */
export async function settlePackages(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch((): string[] => [])) {
    const id = replacedId(name)
    if (id !== null) await settleReplaced(join(parent, name), join(parent, id)).catch(() => undefined)
  }
}

function replacedId(name: string): string | null {
  if (!name.endsWith(asideEnd)) return null
  const draft = name.slice(0, -asideEnd.length)
  return /^\.(.+)\.[0-9a-f]{12}$/.exec(draft)?.[1] ?? null
}
