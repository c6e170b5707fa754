import { homedir, platform } from 'node:os'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { existsSync, readFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ContractError } from '../contract/errors'
import { MANIFEST_FILE } from '../packages/files'
import type { Project } from '../contract/project'
import { bucketRecordOf, bucketRecordSchema } from './buckets/bucket-record'
import type { Emit } from './engine-options'
import pLimit from 'p-limit'
import { changedSettings, DEFAULT_SETTINGS, settingsSchema } from '../contract/work'
import type { Settings, SettingsChange } from '../contract/work'
import { writeAtomically } from '../dataset/atomic'
import { message, messageTextOf, messageFields } from '../messages/message'

/** Where settings, recent projects and model packs live; `DELTASCRIBE_HOME` overrides. */
export function userFolder(): string {
  const given = process.env['DELTASCRIBE_HOME']
  if (given !== undefined && given !== '') {
    return resolve(given)
  }
  if (platform() === 'darwin') {
    return join(homedir(), 'Library', 'Application Support', 'deltascribe')
  }
  if (platform() === 'win32') {
    return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'deltascribe')
  }
  return join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'deltascribe')
}

/** Where files lie that can be made or brought again; a folder of settings that was named holds them too. */
export function userCacheFolder(): string {
  const isNamed = (process.env['DELTASCRIBE_HOME'] ?? '') !== ''
  if (isNamed || platform() === 'win32') {
    return join(isNamed ? userFolder() : (process.env['LOCALAPPDATA'] ?? userFolder()), 'deltascribe-cache')
  }
  if (platform() === 'darwin') {
    return join(homedir(), 'Library', 'Caches', 'deltascribe')
  }
  const given = process.env['XDG_CACHE_HOME'] ?? ''
  return join(isAbsolute(given) ? given : join(homedir(), '.cache'), 'deltascribe')
}

/** Where copies of images of buckets lie. */
export function bucketCacheFolder(): string {
  return join(userCacheFolder(), 'buckets')
}

const packageSchema = z.object({ version: z.string() })

/**
 * Where the program's own files lie, seen from `src/engine` and from the bundle `dist/node` alike. In the packaged app
 * the bundle lies in an archive, and what users' programs may read as files beside it.
 */
export function appPaths(): {
  root: string
  page: string
  sample: string
  models: string
  /** The detector's package; absent where the build had no weights for it. */
  detector: string
  version: string
} {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const { version } = packageSchema.parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))
  const isPackaged = basename(root) === 'app.asar'
  const beside = isPackaged ? join(root, '..') : root
  return {
    root,
    page: join(root, 'dist', 'renderer'),
    sample: join(beside, 'sample'),
    models: join(beside, 'models'),
    detector: isPackaged ? join(beside, 'nanodet') : join(root, 'dist', 'models', 'nanodet'),
    version,
  }
}

/** The folder of the detector's package; null where the build had no weights for it. */
export function presentDetector(folder: string | undefined): string | null {
  return folder !== undefined && existsSync(join(folder, MANIFEST_FILE)) ? folder : null
}

/** The list of recent folders, with how far each is reviewed. A failure to store it only causes a notice. */
export class RecentProjects {
  private hasWarned = false

  constructor(
    private readonly user: UserFiles,
    private readonly emit: Emit,
  ) {}

  /** Never throws: where the list cannot be stored, the UI is told once. */
  async remember({ folder, name, pairCount, counts }: Project): Promise<void> {
    const reviewedCount = pairCount - counts.unreviewed
    try {
      const bucket = bucketRecordOf(folder)
      await this.user.remember({ folder, name, openedAt: Date.now(), pairCount, reviewedCount, bucket })
    } catch (error) {
      if (!this.hasWarned) {
        this.hasWarned = true
        const text = message('store.recentNotStored', { reason: messageTextOf(error) })
        this.emit('notice', { level: 'warning', message: text })
      }
    }
  }
}

/** Settings and recent projects: small JSON files in the user's data folder. */
const recentSchema = z.object({
  folder: z.string(),
  name: z.string(),
  openedAt: z.number(),
  pairCount: z.int(),
  reviewedCount: z.int(),
  /** Where its images lie in one; without credentials. */
  bucket: bucketRecordSchema.nullable().catch(null),
})
export type StoredRecent = z.infer<typeof recentSchema>

const MAX_RECENT = 20

export class UserFiles {
  readonly folder: string
  private settings: Settings
  private recent: StoredRecent[]
  /** Settles when nothing is being written. */
  private readonly inTurn = pLimit(1)

  /**
   * A file that is missing or damaged counts as empty, and so does each part that is not what it should be:
   * preferences are not worth failing for.
   * @throws ContractError `cannot-write`
   */
  constructor(folder: string) {
    makeFolder(folder)
    this.folder = folder
    this.settings = settingsIn(readJsonFile(join(folder, 'settings.json')))
    this.recent = recentIn(readJsonFile(join(folder, 'recent.json')))
  }

  getSettings(): Settings {
    return this.settings
  }

  async setSettings(change: SettingsChange): Promise<Settings> {
    this.settings = settingsSchema.parse(changedSettings(this.settings, change))
    await this.write('settings.json', () => this.settings)
    return this.settings
  }

  /** The person agreed that pictures go to this origin. Nothing is agreed to where the address was changed meanwhile. */
  async agreeTo(address: string, origin: string): Promise<void> {
    const { connector } = this.settings
    if (connector.address === address) {
      this.settings = { ...this.settings, connector: { ...connector, agreedTo: origin } }
      await this.write('settings.json', () => this.settings)
    }
  }

  getRecent(): StoredRecent[] {
    return this.recent
  }

  async remember(project: StoredRecent): Promise<void> {
    this.recent = [project, ...this.recent.filter(({ folder }) => folder !== project.folder)].slice(
      0,
      MAX_RECENT,
    )
    await this.writeRecent()
  }

  async forget(folder: string): Promise<void> {
    this.recent = this.recent.filter((project) => project.folder !== folder)
    await this.writeRecent()
  }

  private writeRecent(): Promise<void> {
    return this.write('recent.json', () => this.recent)
  }

  /** One after the other, each what is known by then: an older file is never put over a newer one. */
  write(name: string, value: () => unknown): Promise<void> {
    return this.inTurn(() => writeAtomically(join(this.folder, name), toBytes(value())))
  }
}

function settingsIn(file: unknown): Settings {
  const { connector, keys, ...shape } = settingsSchema.shape
  const stored = membersOf(file)
  const usable = usableFields(shape, stored)
  const usableKeys = Object.entries(membersOf(stored['keys'])).filter(
    ([action, combination]) => keys.safeParse({ [action]: combination }).success,
  )
  return settingsSchema.parse({
    ...DEFAULT_SETTINGS,
    // who has settings of an older version has reviewed
    ...(Object.keys(usable).length === 0 ? {} : { hints: 'done' }),
    ...usable,
    keys: Object.fromEntries(usableKeys),
    connector: {
      ...DEFAULT_SETTINGS.connector,
      ...usableFields(connector.shape, membersOf(stored['connector'])),
    },
  })
}

function recentIn(file: unknown): StoredRecent[] {
  const entries: unknown[] = Array.isArray(file) ? file : []
  return entries.flatMap((entry) => recentSchema.safeParse(entry).data ?? [])
}

/** Those that are what the shape says: one that a newer program wrote costs itself alone. */
function usableFields(
  shape: Readonly<Record<string, z.ZodType>>,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const usable = Object.entries(shape).filter(([name, field]) => field.safeParse(stored[name]).success)
  return Object.fromEntries(usable.map(([name]) => [name, stored[name]]))
}

/** None of what is no object. */
function membersOf(stored: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).safeParse(stored).data ?? {}
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const text = message('store.userFolder', { path, code: code ?? '' })
    throw new ContractError({ code: 'cannot-write', path, ...messageFields(text) })
  }
}

function toBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)
}

function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
