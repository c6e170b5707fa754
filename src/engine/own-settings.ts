import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { failWith } from '../contract/errors'
import type { Caller } from '../contract/person'
import { OWN_SETTINGS } from '../contract/roles'
import { DEFAULT_NETWORK_SETTINGS } from '../contract/network'
import { changedSettings, settingsSchema } from '../contract/work'
import type { Settings, SettingsChange } from '../contract/work'
import { message } from '../messages/message'
import type { UserFiles } from './user-folder'
import { shortDigest } from '../process/sha256'

const ownSchema = settingsSchema.pick({
  theme: true,
  language: true,
  scale: true,
  keys: true,
  hints: true,
  hintsSeen: true,
} satisfies Record<(typeof OWN_SETTINGS)[number], true>)
type Own = Partial<Pick<Settings, (typeof OWN_SETTINGS)[number]>>

/**
 * What each person of a team has set for their own screen, in a file for each in the folder of the server's user. The
 * other settings are the machine's. One who works alone has all settings in one place.
 */
export class OwnSettings {
  private readonly known = new Map<string, Own>()

  constructor(private readonly user: UserFiles) {}

  /** As this person sees them: with their own screen and name, and addresses of the network for owners alone. */
  of(caller: Caller): Settings {
    const settings = this.user.getSettings()
    if (caller === null) {
      return settings
    }
    const { name, role } = caller
    const network = role === 'owner' ? settings.network : DEFAULT_NETWORK_SETTINGS
    return { ...settings, network, ...this.ownOf(name), reviewer: name }
  }

  /** Null where nobody has a name. */
  nameOf(caller: Caller): string | null {
    return caller?.name ?? (this.user.getSettings().reviewer || null)
  }

  /**
   * Keeps what is the person's own, and returns the rest of the change, which is the machine's. At once, as commands
   * that follow are to see the change: `stored` resolves when their own is on the disk.
   * @throws ContractError `invalid-input` for another name than the one they signed in with
   */
  take(change: SettingsChange, caller: Caller): { rest: SettingsChange; stored: Promise<void> } {
    if (caller === null) {
      return { rest: change, stored: Promise.resolve() }
    }
    if (change.reviewer !== undefined && change.reviewer !== caller.name) {
      throw failWith('invalid-input', message('team.ownName'))
    }
    const parts = Object.entries(change)
    const own = Object.fromEntries(parts.filter(([name]) => isOwn(name))) as Own
    const rest = parts.filter(([name]) => !isOwn(name) && name !== 'reviewer')
    const stored = Object.keys(own).length > 0 ? this.store(caller.name, own) : Promise.resolve()
    // whoever awaits it is told, where nothing else fails before
    stored.catch(() => undefined)
    return { rest: Object.fromEntries(rest), stored }
  }

  private ownOf(name: string): Own {
    const known = this.known.get(name) ?? ownIn(join(this.user.folder, fileOf(name)))
    this.known.set(name, known)
    return known
  }

  private async store(name: string, change: Own): Promise<void> {
    const all = changedSettings({ ...this.user.getSettings(), ...this.ownOf(name) }, change)
    this.known.set(name, ownSchema.parse(all))
    mkdirSync(join(this.user.folder, dirname(fileOf(name))), { recursive: true })
    await this.user.write(fileOf(name), () => this.known.get(name))
  }
}

function isOwn(setting: string): boolean {
  return (OWN_SETTINGS as readonly string[]).includes(setting)
}

/** A name may have any characters, and a file may not. */
function fileOf(name: string): string {
  return `people/${shortDigest(name, 32)}.json`
}

/** None where the file is not there, or is no such file. */
function ownIn(path: string): Own {
  try {
    return ownSchema.partial().parse(JSON.parse(readFileSync(path, 'utf8'))) as Own
  } catch {
    return {}
  }
}
