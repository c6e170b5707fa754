import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dump, load } from 'js-yaml'
import { z } from 'zod'

/** Releases of a repository of GitHub. */
export interface UpdateFeed {
  provider: 'github'
  owner: string
  repo: string
}

/** Where installed apps look for newer versions: the repository that builds them. Null outside of its pipeline. */
export function updateFeed(): UpdateFeed | null {
  const match = /^([\w.-]+)\/([\w.-]+)$/.exec(process.env['GITHUB_REPOSITORY'] ?? '')
  return match === null ? null : { provider: 'github', owner: match[1], repo: match[2] }
}

/** What electron-updater reads beside the app. */
export function writeUpdateFeed(resources: string, feed: UpdateFeed): void {
  const config = { ...feed, updaterCacheDirName: 'deltascribe-updater' }
  writeFileSync(join(resources, 'app-update.yml'), dump(config))
}

const fileSchema = z.looseObject({ url: z.string(), sha512: z.string(), size: z.int().optional() })
const listSchema = z.looseObject({
  version: z.string(),
  files: z.array(fileSchema),
  releaseDate: z.string().optional(),
})

/** Adds the Debian packages in `out` to the list of the newest version for Linux, which electron-builder begins. */
export async function writeUpdateList(out: string, version: string): Promise<void> {
  const names = readdirSync(out).filter((name) => name.endsWith('.deb'))
  const path = join(out, `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`)
  const begun = existsSync(path) ? listSchema.parse(load(readFileSync(path, 'utf8'))) : null
  const added = await Promise.all(names.map((name) => describe(out, name)))
  const files = [...(begun?.files ?? []).filter(({ url }) => !names.includes(url)), ...added]
  if (files.length > 0) {
    const [first] = files
    const list = {
      releaseDate: new Date().toISOString(),
      ...begun,
      version,
      files,
      path: first.url,
      sha512: first.sha512,
    }
    writeFileSync(path, dump(list, { lineWidth: -1 }))
  }
}

async function describe(out: string, name: string): Promise<z.infer<typeof fileSchema>> {
  const path = join(out, name)
  const sum = createHash('sha512')
  await pipeline(createReadStream(path), sum)
  return { url: name, sha512: sum.digest('base64'), size: statSync(path).size }
}
