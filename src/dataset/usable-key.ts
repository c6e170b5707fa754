import { shortDigest } from '../process/sha256'
import { whyOutside } from './inside'

const LONGEST = 200
/** What file names cannot have on some system. */
const UNUSABLE = /[\p{Cc}<>:"|?*\\]/u

/** A name of a data set as a key, which exports make file names of: as it is, if it can be a relative path. */
export function usableKey(name: string): string {
  return isUsable(name) ? name : cleaned(name)
}

function isUsable(name: string): boolean {
  const isPlain = name !== '' && name === name.trim() && !UNUSABLE.test(name)
  return isPlain && name.length <= LONGEST && whyOutside(name) === null
}

function cleaned(name: string): string {
  const parts = name
    .replace(new RegExp(UNUSABLE, 'gu'), '_')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? '__' : part.replaceAll('%', '_')))
  const key = parts.join('/') === '' ? 'pair' : parts.join('/')
  const hash = shortDigest(name, 8)
  return key.length > LONGEST ? `${key.slice(0, LONGEST - 9).trimEnd()}-${hash}` : key
}
