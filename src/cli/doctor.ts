import { join, resolve, dirname } from 'node:path'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import type { ProviderReport } from '../contract/proposal'
import { lastLogLines, logPath } from '../process/log/log'
import { userFolder } from '../engine/user-folder'
import { checkStore } from '../store/check-store'
import { PROJECT_FOLDER, STORE_NAME } from '../store/project-store'
import { EXIT_CODES, runCommand, print, printJson, textTable } from './output'
import { withEngine } from './with-engine'
import type { EngineClient } from './with-engine'
import { spellBytes } from '../basics/numbers'
import { holdToEdit } from '../engine/project/open-store'
import { storeOf } from '../engine/project/store-location'
import { backupsFolder, listBackups } from '../store/backups'
import { restoreBackup } from '../store/restore-backup'
import { englishOf } from '../messages/message'

interface DoctorOptions {
  json?: boolean
  log?: boolean
  rescue?: string
  backups?: boolean
  restore?: string
}

/** `deltascribe doctor`: what this machine can run, tried and timed; `doctor DIR`: whether a project is whole. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Try every execution provider and say what is used and why; or check a project')
    .argument('[dir]', 'folder of image pairs that was worked on: check the work on it, and try nothing')
    .option('--rescue <folder>', 'copy what can be read of that work into a new folder')
    .option('--backups', 'list the backups of that work, and what each holds')
    .option('--restore <name>', 'put this backup in place of that work, which becomes a backup itself')
    .option('--json', 'print one JSON document')
    .option('--log', 'print where the log is, and its last lines, and try nothing')
    .action((dir: string | undefined, options: DoctorOptions) =>
      runCommand(async () => {
        if (options.backups === true || options.restore !== undefined) {
          return backups(dir, options)
        }
        if (dir !== undefined || options.rescue !== undefined) {
          return checkProject(dir, options)
        }
        if (options.log === true) {
          return printLog(options.json === true)
        }
        return withEngine((client) => tryProviders(client, options.json === true), {
          program: 'deltascribe doctor',
        })
      }),
    )
}

async function tryProviders(client: EngineClient, isJson: boolean): Promise<number> {
  const info = await client.call('app.info', {})
  const status = await client.call('providers.probe', {})
  if (isJson) {
    printJson({ ...info, providers: status })
  } else {
    print(`Deltascribe ${info.version} on ${info.platform}, Node ${info.node}`)
    status.reports.forEach((report) => print(describe(report)))
    print(`In use: ${status.inUse ?? 'none'}`)
    if (status.notice !== null) {
      print(status.notice)
    }
  }
  return status.inUse === null ? EXIT_CODES.failed : EXIT_CODES.fine
}

/** @throws ContractError `invalid-input`, `not-found`, `folder-unreadable` */
function checkProject(dir: string | undefined, { json, rescue }: DoctorOptions): number {
  if (dir === undefined) {
    throw failWith('invalid-input', 'Name the folder whose work is to be rescued: doctor DIR --rescue OUT.')
  }
  const path = requireStore(dir)
  const rescued = rescue === undefined ? null : join(resolve(rescue), PROJECT_FOLDER, STORE_NAME)
  const check = checkStore(path, rescued)
  if (json === true) {
    printJson({ path, ...check, rescued })
  } else {
    check.damages.forEach(print)
    const counts = `${check.pairCount} pairs and ${check.rowCount} rows can be read`
    print(check.damages.length === 0 ? `${path} is whole: ${counts}.` : `${path} is damaged: ${counts}.`)
    if (rescued !== null) {
      print(
        `They are in ${rescued}. Put the images beside its folder, or this folder in place of the old one.`,
      )
    } else if (check.damages.length > 0) {
      print('The rest can still be used. --rescue OUT copies it into a new folder.')
    }
  }
  return check.damages.length === 0 ? EXIT_CODES.fine : EXIT_CODES.failed
}

const LOG_LINES = 20

function printLog(isJson: boolean): number {
  const path = logPath(userFolder())
  const lines = lastLogLines(userFolder(), LOG_LINES)
  if (isJson) {
    printJson({ path, lines })
  } else {
    print(path)
    lines.forEach(print)
  }
  return EXIT_CODES.fine
}

function describe({ name, isUsable, reason, maxError, milliseconds, device }: ProviderReport): string {
  if (!isUsable) {
    return `  ${name}: not usable: ${englishOf(reason ?? 'no reason given')}`
  }
  const where = device === null ? '' : ` (${device})`
  return `  ${name}${where}: ${milliseconds?.toFixed(1)} ms, largest error ${maxError?.toExponential(1)}`
}

interface BackupOptions {
  json?: boolean
  restore?: string
}

/** The store of a folder that was worked on. @throws ContractError `not-found` */
function requireStore(dir: string): string {
  const path = storeOf(resolve(dir), userFolder())
  if (path === null) {
    throw failWith('not-found', `There is no work on ${dir}: it was never opened.`)
  }
  return path
}

/**
 * `deltascribe doctor DIR --backups` and `--restore NAME`.
 * @throws ContractError `invalid-input`, `not-found`, `held`, `unavailable`, `cannot-write`
 */
function backups(dir: string | undefined, { json, restore }: BackupOptions): number {
  if (dir === undefined) {
    throw failWith('invalid-input', 'Name the folder whose backups are meant: doctor DIR --backups.')
  }
  const path = requireStore(dir)
  if (restore === undefined) {
    printList(path, json === true)
    return EXIT_CODES.fine
  }
  const hold = holdToEdit(dirname(path), 'deltascribe doctor')
  try {
    const aside = restoreBackup(path, restore)
    if (json === true) {
      printJson({ path, restored: restore, aside })
    } else {
      print(`${path} is as it was in ${restore}.`)
      print(`To undo this: deltascribe doctor ${dir} --restore ${aside}`)
    }
    return EXIT_CODES.fine
  } finally {
    hold.release()
  }
}

function printList(path: string, isJson: boolean): void {
  const list = listBackups(path)
  if (isJson) {
    printJson({ path: backupsFolder(path), backups: list })
    return
  }
  const rows = list.map(({ name, bytes, counts, problem }) =>
    counts === null
      ? [name, englishOf(problem ?? ''), '', '', spellBytes(bytes)]
      : [name, ...[counts.pairCount, counts.reviewedCount, counts.editCount].map(String), spellBytes(bytes)],
  )
  print(
    rows.length === 0
      ? `There are no backups in ${backupsFolder(path)}.`
      : textTable([['Backup', 'Pairs', 'Reviewed', 'Edits', 'Size'], ...rows]),
  )
}
