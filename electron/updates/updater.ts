import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppUpdater, CancellationToken, UpdateInfo } from 'electron-updater'
import type { NewVersion, UpdateState } from '../../src/contract/updates'

/** The same for everyone: electron-updater sends what stands in its file, and would make one up for each machine. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

interface LoadedUpdater {
  updater: AppUpdater
  newToken(): CancellationToken
}

/**
 * The updater of this kind of installer, which does nothing by itself. It is loaded when it is first needed.
 * @param userData where electron-updater keeps its id
 */
export async function loadUpdater(configPath: string, userData: string): Promise<LoadedUpdater> {
  mkdirSync(userData, { recursive: true })
  writeFileSync(join(userData, '.updaterId'), NOBODY)
  const { default: library } = await import('electron-updater')
  const updater = library.autoUpdater
  updater.updateConfigPath = configPath
  updater.logger = null
  updater.autoDownload = false
  // the person agrees to this with the download
  updater.autoInstallOnAppQuit = true
  updater.autoRunAppAfterInstall = false
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  updater.isUserWithinRollout = () => true
  return { updater, newToken: () => new library.CancellationToken() }
}

/** Notes without marks: HTML of a list is text here, and nothing of it is followed. */
export function describeFound(info: UpdateInfo): NewVersion {
  const { version, releaseDate, releaseNotes, files } = info
  const notes =
    typeof releaseNotes === 'string'
      ? releaseNotes
      : (releaseNotes ?? []).map(({ note }) => note ?? '').join('\n')
  return {
    version,
    date: releaseDate === undefined || Number.isNaN(Date.parse(releaseDate)) ? null : releaseDate,
    notes: plainText(notes),
    bytes: files.at(0)?.size ?? null,
  }
}

const MOST_CHARACTERS = 4000

/** Those that writers of HTML make of marks in text. `&amp;` comes last: what it begins is no further entity. */
const ENTITIES = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#0*39;|&#x27;|&apos;/gi, "'"],
  [/&nbsp;/g, ' '],
  [/&amp;/g, '&'],
] as const

function plainText(html: string): string {
  const text = ENTITIES.reduce(
    (result, [entity, mark]) => result.replaceAll(entity, mark),
    html.replaceAll(/<[^>]*>/g, ''),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text
}

type Problem = Extract<UpdateState, { kind: 'failed' }>['problem']

/** Codes of electron-updater, and of Chromium's network after `net::`. */
export function problemOf(error: unknown): Problem {
  const { code = '', message } = error as { code?: unknown; message: string }
  if (code === 'ERR_CHECKSUM_MISMATCH' || message.includes('checksum mismatch')) {
    return 'damaged'
  }
  if (/^ERR_UPDATER_(CHANNEL|LATEST|NO_PUBLISHED|INVALID|NO_FILES|NO_CHECKSUM|ZIP)/.test(String(code))) {
    return 'no-list'
  }
  return /net::ERR_|ECONN|ENOTFOUND|ETIMEDOUT|Request has been aborted/.test(message)
    ? 'unreachable'
    : 'other'
}
