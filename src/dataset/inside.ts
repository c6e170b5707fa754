import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/** A path that may not or cannot be followed. */
export class PathError extends Error {
  override name = 'PathError'
  constructor(
    readonly code: 'outside-folder' | 'missing',
    readonly path: string,
    message: string,
  ) {
    super(message)
  }
}

/**
 * The real absolute path of a file inside a folder, links followed.
 * @param path relative, with forward slashes
 * @param linksInto another folder, real and absolute, that links may lead into
 * @throws PathError where it leads outside, by `..`, `%2e%2e`, a link, an absolute or a UNC path
 */
export async function resolveInside(
  folder: string,
  path: string,
  linksInto: string | null = null,
): Promise<string> {
  const reason = whyOutside(path)
  if (reason !== null) {
    throw new PathError('outside-folder', path, `${path} ${reason}`)
  }
  const root = await realOrMissing(folder, path)
  const target = await realOrMissing(join(folder, path), path)
  if (!isInside(root, target) && (linksInto === null || !isInside(linksInto, target))) {
    throw new PathError('outside-folder', path, `${path} ${LINK_OUTSIDE}`)
  }
  return target
}

export const LINK_OUTSIDE = 'is a link that leads out of the folder: put the file itself there'

/** Both real and absolute. */
export function isInside(root: string, target: string): boolean {
  const way = relative(root, target)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Why a relative path cannot be trusted by its text alone, in words that follow the path; null if it can. */
export function whyOutside(path: string): string | null {
  const plain = decoded(path).replaceAll('\\', '/')
  if (plain.startsWith('//')) {
    return 'is on another machine: paths start at the folder'
  }
  if (plain.startsWith('/') || /^[a-z]:/i.test(plain)) {
    return 'is absolute: paths start at the folder'
  }
  if (plain.split('/').includes('..')) {
    return 'leads out of the folder: paths may not contain ..'
  }
  return plain.includes('\0') ? 'contains a zero character' : null
}

/** Percent signs are undone until nothing changes, so that no doubly encoded path gets through. */
function decoded(path: string): string {
  let plain = path
  for (let round = 0; round < 4; round += 1) {
    const next = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    if (next === plain) {
      break
    }
    plain = next
  }
  return plain
}

async function realOrMissing(path: string, shown: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    throw new PathError('missing', shown, `${shown} is not there: it was moved, renamed or deleted`)
  }
}
