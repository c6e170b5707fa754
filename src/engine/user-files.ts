import pLimit from 'p-limit'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ContractError } from '../contract/errors'
import { DEFAULT_SETTINGS, settingsSchema } from '../contract/work'
import type { Settings } from '../contract/work'
import { writeAtomically } from '../dataset/atomic'

/** Settings and recent projects: small JSON files in the user's data folder. */
const recentSchema = z.object({
  folder: z.string(),
  name: z.string(),
  openedAt: z.number(),
  pairCount: z.int(),
  reviewedCount: z.int(),
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

  async setSettings(change: { [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings> {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    this.settings = settingsSchema.parse({ ...this.settings, ...given })
    await this.write('settings.json', () => this.settings)
    return this.settings
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
  const usableKeys = Object.entries(membersOf(stored['keys'])).filter(
    ([action, combination]) => keys.safeParse({ [action]: combination }).success,
  )
  return settingsSchema.parse({
    ...DEFAULT_SETTINGS,
    ...usableFields(shape, stored),
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
    const advice = 'Name another folder for settings in the environment variable DELTASCRIBE_HOME'
    throw new ContractError({
      code: 'cannot-write',
      path,
      message: `The folder ${path} cannot be made (${code}). ${advice}.`,
    })
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
