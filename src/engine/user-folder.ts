import { homedir, platform } from 'node:os'
import { join, resolve } from 'node:path'

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
