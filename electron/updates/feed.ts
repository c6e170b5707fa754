import { existsSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { z } from 'zod'

/** Names of GitHub: no word of the file becomes another part of an address. */
const nameSchema = z.string().regex(/^[\w.-]{1,100}$/)

/** `app-update.yml`, which the build writes beside the app. */
const feedSchema = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('github'), owner: nameSchema, repo: nameSchema }),
  z.object({ provider: z.literal('generic'), url: z.url().refine(isGuarded) }),
])
export type Feed = z.infer<typeof feedSchema>

/** The place where newer versions lie; null where the build knew none, or the file cannot be read. */
export function readFeed(path: string): Feed | null {
  if (!existsSync(path)) {
    return null
  }
  try {
    return feedSchema.parse(load(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** The address as a person reads it. */
export function addressOf(feed: Feed): string {
  return feed.provider === 'github' ? `https://github.com/${feed.owner}/${feed.repo}/releases` : feed.url
}

/** Encrypted, or on this machine. */
function isGuarded(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(hostname))
}
