import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { EngineHandlers } from '../../contract/engine'
import { ContractError, messageOf } from '../../contract/errors'
import type { RecentProject } from '../../contract/project'
import { describeReading, inspectFolder } from '../open-project'
import type { EngineState } from '../engine-state'
import { copySample } from '../sample'
import type { StoredRecent } from '../user-files'

type ProjectHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `project.${string}` | `folders.${string}`>
>

export function projectHandlers(state: EngineState): ProjectHandlers {
  return {
    'project.inspect': async ({ folder }) => ({
      readings: (await inspectFolder(resolve(folder))).map(describeReading),
    }),
    'project.open': async ({ folder, reading }) => {
      const project = await state.open(folder, reading)
      state.proposeAhead()
      return project
    },
    'project.close': () => {
      state.close()
      return null
    },
    'project.current': () => state.describe(),
    'project.recent': () => Promise.all(state.user.getRecent().map(withExistence)),
    'project.forget': async ({ folder }) => {
      await state.user.forget(folder)
      return null
    },
    'project.sample': async () => ({ folder: await copySample(state.options) }),
    'folders.list': ({ folder }) => listFolders(folder ?? homedir()),
  }
}

async function withExistence(recent: StoredRecent): Promise<RecentProject> {
  try {
    return { ...recent, exists: (await stat(recent.folder)).isDirectory() }
  } catch {
    return { ...recent, exists: false }
  }
}

async function listFolders(
  folder: string,
): Promise<{ folder: string; parent: string | null; folders: string[] }> {
  const absolute = resolve(folder)
  try {
    const entries = await readdir(absolute, { withFileTypes: true })
    const folders = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort((a, b) => a.localeCompare(b))
    const parent = dirname(absolute)
    return { folder: absolute, parent: parent === absolute ? null : parent, folders }
  } catch (error) {
    const message = `${absolute} cannot be read: ${messageOf(error)}`
    throw new ContractError({ code: 'folder-unreadable', path: absolute, message })
  }
}
