import { homedir, platform } from 'node:os'
import { join, resolve } from 'node:path'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { toFailure } from '../contract/errors'
import type { Project } from '../contract/project'
import type { Emit } from './engine-options'
import type { UserFiles } from './user-files'

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

const packageSchema = z.object({ version: z.string() })

/** Where the program's own files lie, seen from `src/engine` and from the bundle `dist/node` alike. */
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
  return {
    root,
    page: `${root}dist/renderer`,
    sample: `${root}sample`,
    models: `${root}models`,
    detector: `${root}dist/models/nanodet`,
    version,
  }
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
      await this.user.remember({ folder, name, openedAt: Date.now(), pairCount, reviewedCount })
    } catch (error) {
      if (!this.hasWarned) {
        this.hasWarned = true
        const message = `The list of recent folders cannot be stored: ${toFailure(error).message}.`
        this.emit('notice', { level: 'warning', message })
      }
    }
  }
}
