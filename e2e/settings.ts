import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../src/contract/work'
import type { Fixtures } from './app'
import type { RunningApp } from './running-app'
import { WITHOUT_MODEL } from './without-model'

interface Beginning extends Pick<Fixtures, 'home' | 'start'> {
  folder: string
  settings?: Partial<Settings>
}

/** Starts the app where what proposes needs no model, and nothing is proposed unasked. */
export function startWithSettings({ start, home, folder, settings = {} }: Beginning): Promise<RunningApp> {
  const quiet = { ...WITHOUT_MODEL, proposeAhead: false, ...settings }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(quiet))
  return start(folder)
}

/** What the one person of the story has set for their own screen; in a team that lies in a file for each person. */
export function ownSettingsIn(home: string): unknown {
  const people = join(home, 'people')
  const [own] = existsSync(people) ? readdirSync(people) : []
  return JSON.parse(readFileSync(own === undefined ? join(home, 'settings.json') : join(people, own), 'utf8'))
}
