import { Alert, Button, Loader, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Backup, BackupList } from '../../src/contract/copies'
import shared from '../components/shared.module.css'
import { engine } from '../engine'
import { useQuery } from '../state/use-query'
import { useEngineState } from '../state/engine-state'
import { useViewOnly } from '../state/view-only'
import { text } from '../text/chosen'
import { spellBytes, spellDateTime, spellNumber } from '../text/spelling'
import styles from './Backups.module.css'
import { create } from 'zustand'
import { storeWork } from '../review/commands/unsaved-work'
import { attempt, notify } from '../state/notices'
import { useRoute } from '../state/route'
import { backToStart } from './flow'
import { spellMessage } from '../text/message'

const words = text.open.backups

interface BackupsStore {
  /** Whose backups are shown; null where the dialog is closed. */
  folder: string | null
  /** Chosen, and to be confirmed. */
  chosen: Backup | null
  isRestoring: boolean
}

export const useBackups = create<BackupsStore>()(() => ({ folder: null, chosen: null, isRestoring: false }))

export function showBackups(folder: string): void {
  useBackups.setState({ folder, chosen: null, isRestoring: false })
}

function closeBackups(): void {
  if (!useBackups.getState().isRestoring) {
    useBackups.setState({ folder: null, chosen: null })
  }
}

/** What is typed is stored first, so that it is in the backup of the present work. */
async function restoreChosen(): Promise<void> {
  const { folder, chosen } = useBackups.getState()
  if (folder === null || chosen === null) {
    return
  }
  useBackups.setState({ isRestoring: true })
  await storeWork()
  const project = await attempt(engine.call('backups.restore', { folder, name: chosen.name }))
  useBackups.setState({ isRestoring: false, chosen: null })
  if (project !== null) {
    closeBackups()
    backToStart()
    useEngineState.setState({ project })
    useRoute.getState().go('queue')
    notify('info', text.open.backups.restored(spellDateTime(chosen.at)))
  }
}

/** The copies of a project's work, what each holds, and the way back to one. */
export function BackupsDialog(): ReactElement {
  const folder = useBackups((dialog) => dialog.folder)
  const chosen = useBackups((dialog) => dialog.chosen)
  const { value, problem } = useQuery(folder, () => engine.call('backups.list', { folder: folder ?? '' }))
  return (
    <Modal opened={folder !== null} onClose={closeBackups} title={words.title} size="xl">
      {problem === null ? null : (
        <Alert color="orange" variant="outline" icon={<IconAlertTriangle />} role="alert">
          <span data-selectable>{problem}</span>
        </Alert>
      )}
      {value === null && problem === null ? <Loader size="sm" /> : null}
      {value === null || chosen !== null ? null : <List list={value} />}
      {chosen === null ? null : <Confirmation backup={chosen} />}
    </Modal>
  )
}

function List({ list: { path, backups, present } }: { list: BackupList }): ReactElement {
  return (
    <>
      <p className={shared.note}>{words.explain}</p>
      {backups.length === 0 ? <p>{words.none}</p> : null}
      {backups.length === 0 ? null : (
        <table className={styles.table}>
          <thead>
            <tr>
              {words.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{words.wayBack}</th>
            </tr>
          </thead>
          <tbody>
            {present === null ? null : (
              <tr>
                <th scope="row">{words.now}</th>
                <td>–</td>
                <td>{spellNumber(present.pairCount)}</td>
                <td>{spellNumber(present.reviewedCount)}</td>
                <td>{spellNumber(present.editCount)}</td>
                <td>–</td>
                <td>–</td>
              </tr>
            )}
            {backups.map((backup) => (
              <Row key={backup.name} backup={backup} present={present} />
            ))}
          </tbody>
        </table>
      )}
      <p className={shared.note} data-selectable>
        {words.path(path)}
      </p>
    </>
  )
}

function Row({ backup, present }: { backup: Backup; present: BackupList['present'] }): ReactElement {
  const { at, reason, counts, bytes, problem } = backup
  const isViewOnly = useViewOnly() !== null
  const time = spellDateTime(at)
  const since = counts === null || present === null ? null : present.editCount - counts.editCount
  return (
    <tr>
      <th scope="row">{time}</th>
      <td>{words.reasons[reason]}</td>
      {counts === null ? (
        <td colSpan={3} data-selectable>
          {problem === null ? null : spellMessage(problem)}
        </td>
      ) : (
        <>
          <td>{spellNumber(counts.pairCount)}</td>
          <td>{spellNumber(counts.reviewedCount)}</td>
          <td>
            {spellNumber(counts.editCount)}
            {since === null ? null : <span className={shared.note}> {words.since(since)}</span>}
          </td>
        </>
      )}
      <td>{spellBytes(bytes)}</td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          disabled={counts === null || isViewOnly}
          aria-label={words.restoreOf(time)}
          onClick={() => useBackups.setState({ chosen: backup })}
        >
          {words.restore}
        </Button>
      </td>
    </tr>
  )
}

function Confirmation({ backup }: { backup: Backup }): ReactElement {
  const isRestoring = useBackups((dialog) => dialog.isRestoring)
  return (
    <>
      <p>{words.confirm(spellDateTime(backup.at))}</p>
      <div className={styles.commands}>
        <Button loading={isRestoring} onClick={() => void restoreChosen()}>
          {words.restore}
        </Button>
        <Button
          variant="default"
          disabled={isRestoring}
          onClick={() => useBackups.setState({ chosen: null })}
        >
          {text.shell.cancel}
        </Button>
      </div>
    </>
  )
}
