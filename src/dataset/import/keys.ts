import { createHash } from 'node:crypto'

const longest = 200

/** A name of the set as a key: a relative path without what file names cannot have. */
export function usableKey(name: string): string {
  const parts = name
    .replace(/[\p{Cc}<>:"|?*\\]/gu, '_')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? '__' : part.replaceAll('%', '_')))
  const key = parts.join('/') === '' ? 'pair' : parts.join('/')
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return key.length > longest ? `${key.slice(0, longest - 9).trimEnd()}-${hash}` : key
}
