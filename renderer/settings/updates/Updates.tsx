import { Button, Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ShellUpdates, UpdateState } from '../../../src/contract/updates'
import { useEngineState } from '../../state/engine-state'
import { attempt } from '../../state/notices'
import { text } from '../../text/chosen'
import { spellBytes, spellDate } from '../../text/spelling'
import { useRunning } from '../../training/runs'
import settings from '../Settings.module.css'
import styles from './Updates.module.css'
import { useUpdates } from './update-state'

const words = text.updates

/** Looks for a newer version where the person asks for it, and says before what is asked of whom. */
export function Updates(): ReactElement {
  const updates = window.deltascribeShell?.updates ?? null
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      {updates === null ? (
        <p className={settings.dim}>{words.never.browser}</p>
      ) : (
        <UpdateFeed updates={updates} />
      )}
    </section>
  )
}

function UpdateFeed({ updates }: { updates: ShellUpdates }): ReactElement | null {
  const shown = useUpdates(updates)
  if (shown === null) {
    return null
  }
  const { feed, state } = shown
  if (state.kind === 'never') {
    return <p className={settings.dim}>{words.never[state.why]}</p>
  }
  return (
    <>
      <p className={settings.dim}>{words.explain(feed ?? '')}</p>
      <output className={styles.state}>{describe(state)}</output>
      <FoundVersion state={state} />
      <div className={settings.buttons}>
        <UpdateActions updates={updates} state={state} />
      </div>
    </>
  )
}

function describe(state: UpdateState): string {
  switch (state.kind) {
    case 'looking':
      return words.looking
    case 'newest':
      return words.newest(state.version)
    case 'found':
      return words.found(state.found.version)
    case 'downloading':
      return words.downloading(state.found.version)
    case 'downloaded':
      return words.downloaded(state.found.version)
    case 'failed':
      return words.failed[state.problem](state.detail)
    default:
      return ''
  }
}

function FoundVersion({ state }: { state: UpdateState }): ReactElement | null {
  if (!('found' in state)) {
    return null
  }
  const { date, bytes, notes } = state.found
  const facts = [
    date === null ? null : spellDate(Date.parse(date)),
    bytes === null ? null : spellBytes(bytes),
  ].filter((fact) => fact !== null)
  return (
    <>
      {facts.length === 0 ? null : <p className={settings.dim}>{facts.join(', ')}</p>}
      {notes === '' ? null : (
        <details className={settings.dim} data-selectable>
          <summary>{words.notes}</summary>
          <p className={styles.notes}>{notes}</p>
        </details>
      )}
      {state.kind === 'downloading' ? (
        <Progress value={100 * state.share} aria-label={words.downloading(state.found.version)} />
      ) : null}
    </>
  )
}

function UpdateActions({
  updates,
  state,
}: {
  updates: ShellUpdates
  state: UpdateState
}): ReactElement | null {
  const isBusy = useIsBusy()
  switch (state.kind) {
    case 'looking':
      return <Button disabled>{words.look}</Button>
    case 'found':
      return <Button onClick={() => void attempt(updates.download())}>{words.download}</Button>
    case 'downloading':
      return (
        <Button variant="default" onClick={() => void attempt(updates.cancelDownload())}>
          {words.cancel}
        </Button>
      )
    case 'downloaded':
      return (
        <>
          <Button disabled={isBusy} onClick={() => void attempt(updates.closeAndInstall())}>
            {words.closeNow}
          </Button>
          {isBusy ? <span className={settings.dim}>{words.busy}</span> : null}
        </>
      )
    default:
      return (
        <Button variant="default" onClick={() => void attempt(updates.look())}>
          {words.look}
        </Button>
      )
  }
}

/** Work that would have to be begun anew, or that somebody waits for. */
function useIsBusy(): boolean {
  const hasJob = useEngineState(({ jobs }) => jobs.some(({ state }) => state === 'running'))
  const isProposing = useEngineState(({ queue }) => queue?.isRunning === true)
  const run = useRunning()
  return hasJob || isProposing || run !== null
}
