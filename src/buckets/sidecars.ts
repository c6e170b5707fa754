import { extname } from 'node:path'

/** Endings of files that tell where an image lies, beside it. */
const SIDECARS = ['wld', 'prj']
/** In bytes. */
export const LONGEST_SIDECAR = 2 ** 20

/** Of the files beside an image that may tell where it lies. */
export function sidecarEndings(path: string): string[] {
  const letters = extname(path).slice(1).toLowerCase()
  const short = letters.length < 2 ? [] : [`${letters[0]}${letters.at(-1)}w`]
  const endings = [...short, `${letters}w`, ...SIDECARS]
  return [...endings, ...endings.map((ending) => ending.toUpperCase())]
}
