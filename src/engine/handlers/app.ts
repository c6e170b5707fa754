import { beginOwnWork } from '../begin-own-work'
import type { EngineCommands, EngineHandlers } from '../../contract/engine'
import type { Output } from '../../contract/define'
import type { ProviderReport, ProviderStatus } from '../../contract/proposal'
import {
  lastLogLines,
  logFolder,
  logPath,
  programFacts,
  positions,
  withoutQuotes,
} from '../../process/log/log'
import type { Log } from '../../process/log/log'
import type { EngineState } from '../engine-state'
import { platform } from 'node:os'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Project, RecentProject } from '../../contract/project'
import type { Session } from '../session'
import { describeReading, inspectFolder } from '../project/open-project'
import { projectSettings, setSetting } from '../project/project-settings'
import type { MappingCommand } from './mappings'
import type { AllowedFolders } from '../allowed-folders'
import { listFolders } from '../allowed-folders'
import { readFolder } from '../project/read-folder'
import { requireEditable } from '../project/view-only'
import { isProjectHeld } from '../../store/project-hold'
import { saveCopy } from '../project/save-copy'
import { copySample } from '../project/sample'
import type { StoredRecent } from '../user-folder'
import { englishOf } from '../../messages/message'

const LOG_LINES = 200

/** Text for finding a fault, for a person to pass on: without images, captions or keys. */
function diagnostics(state: EngineState): Output<EngineCommands, 'app.diagnostics'> {
  const { userFolder, version } = state.options
  const status = state.providers.status()
  const facts = Object.entries(programFacts(version)).filter(([, value]) => value !== undefined)
  const text = [
    'Deltascribe diagnostics',
    ...facts.map(([name, value]) => `${name}: ${String(value)}`),
    `model in use: ${state.proposers.inUse().proposer.name}`,
    `provider in use: ${inUse(status)}`,
    ...status.reports.map((report) => `provider ${report.name}: ${probeResult(report)}`),
    '',
    `Last lines of ${logPath(userFolder)}:`,
    ...lastLogLines(userFolder, LOG_LINES),
  ].join('\n')
  return { logPath: logPath(userFolder), logFolder: logFolder(userFolder), text }
}

function inUse({ inUse: name, wanted, notice }: ProviderStatus): string {
  return `${name ?? 'not tried yet'} (set to ${wanted})${notice === null ? '' : `. ${englishOf(notice)}`}`
}

function probeResult({ isUsable, milliseconds, maxError, device, reason }: ProviderReport): string {
  if (!isUsable) {
    return `not usable: ${englishOf(reason ?? 'no reason given')}`
  }
  if (milliseconds === null && maxError === null) {
    return 'usable, not tried'
  }
  const numbers = `${milliseconds?.toFixed(1) ?? '?'} ms, largest error ${maxError?.toExponential(1) ?? '?'}`
  return device === null ? numbers : `${numbers}, ${device}`
}

type AppHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `app.${string}`>>

export function appHandlers(state: EngineState, log: Log): AppHandlers {
  const pageLog = log.as('renderer')
  return {
    'app.info': () => ({
      version: state.options.version,
      platform: platform(),
      node: process.versions.node,
      startFailure: state.atStart.failure ?? null,
      startChoice: state.atStart.choice ?? null,
      restartNotice: state.options.restartNotice ?? null,
    }),
    'app.diagnostics': () => diagnostics(state),
    'app.pageError': ({ kind, name, message, stack }) => {
      const fields = { kind, name, message: withoutQuotes(message), stack: positions(stack) }
      pageLog.write('error', 'page.failed', fields)
      return null
    },
  }
}

type ProjectHandlers = Pick<
  EngineHandlers,
  Exclude<Extract<keyof EngineHandlers, `project.${string}` | `folders.${string}`>, MappingCommand>
>

export function projectHandlers(state: EngineState, allowed: AllowedFolders): ProjectHandlers {
  function told(session: Session): Project {
    const described = session.describe()
    state.emit('project.changed', described)
    return described
  }

  return {
    'project.inspect': async ({ folder }) => {
      await state.buckets.follow(folder)
      return { readings: (await inspectFolder(resolve(folder))).map(describeReading) }
    },
    'project.open': async ({ folder, reading }) => {
      const project = await state.open(folder, reading)
      beginOwnWork(state)
      return project
    },
    'project.openForEditing': async () => {
      const { project } = state.current()
      if (isProjectHeld(project.storeFolder)) {
        state.requireEditable()
      }
      const opened = project.isEditable
        ? state.current().describe()
        : await state.open(project.folder, null, { isQuiet: true })
      requireEditable(opened)
      state.proposeAhead()
      return opened
    },
    'project.readFolder': ({ storePath }) => readFolder(state, storePath),
    'project.saveCopy': ({ storePath, ...work }, caller) =>
      state
        .currentWith(storePath)
        .whileOpen((project) => saveCopy(project, { ...work, reviewer: state.own.nameOf(caller) ?? '' })),
    'project.setChangeDefinition': ({ changeDefinition, storePath }) => {
      const session = state.currentWith(storePath)
      setSetting(session.project.store.meta, projectSettings.changeDefinition, changeDefinition)
      return told(session)
    },
    'project.setCaptionLanguage': ({ captionLanguage, storePath }) => {
      const session = state.currentWith(storePath)
      setSetting(session.project.store.meta, projectSettings.captionLanguage, captionLanguage)
      return told(session)
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
    'project.sample': async ({ sample }) => ({ folder: await copySample(state.options, sample) }),
    'folders.list': ({ folder }) => listFolders(folder, allowed),
  }
}

async function withExistence({ bucket, ...recent }: StoredRecent): Promise<RecentProject> {
  const found = await stat(recent.folder).catch(() => null)
  return {
    ...recent,
    bucket: bucket === null ? null : { address: bucket.address, endpoint: bucket.connection.endpoint },
    exists: found?.isDirectory() === true,
  }
}
