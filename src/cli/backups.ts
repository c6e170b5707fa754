import { dirname, resolve } from 'node:path'
import { failWith } from '../contract/errors'
import { spellBytes } from '../domain/numbers'
import { holdToEdit } from '../engine/open-store'
import { storeOf } from '../engine/store-location'
import { userFolder } from '../engine/user-folder'
import { backupsFolder, listBackups } from '../store/backups'
import { restoreBackup } from '../store/restore-backup'
import { EXIT_CODES, print, printJson, textTable } from './output'

interface BackupOptions {
  json?: boolean
  restore?: string
}

/** The store of a folder that was worked on. @throws ContractError `not-found` */
export function requireStore(dir: string): string {
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
export function backups(dir: string | undefined, { json, restore }: BackupOptions): number {
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
      ? [name, problem ?? '', '', '', spellBytes(bytes)]
      : [name, ...[counts.pairCount, counts.reviewedCount, counts.editCount].map(String), spellBytes(bytes)],
  )
  print(
    rows.length === 0
      ? `There are no backups in ${backupsFolder(path)}.`
      : textTable([['Backup', 'Pairs', 'Reviewed', 'Edits', 'Size'], ...rows]),
  )
}
