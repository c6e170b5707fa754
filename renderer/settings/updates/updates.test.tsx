import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ShellUpdates, UpdateState } from '../../../src/contract/updates'
import { button, part } from '../../testing/find'
import { madeJob } from '../../testing/made-project'
import { haveShell } from '../../testing/made-shell'
import { renderApp } from '../../testing/mount'

const section = part('region', 'Updates')
const found = {
  version: '0.2.0',
  date: '2026-11-20T10:00:00.000Z',
  notes: 'Faster <b>masks</b>.',
  bytes: 120e6,
}

interface MadeUpdates {
  /** Names of the calls of the page, in order. */
  calls: string[]
  tell(state: UpdateState): void
}

/** A shell around the page that can update, at rest in `state`. */
function haveUpdates(state: UpdateState): MadeUpdates {
  const listeners = new Set<(state: UpdateState) => void>()
  const calls: string[] = []
  const called = (name: string) => async (): Promise<void> => {
    calls.push(name)
  }
  const updates: ShellUpdates = {
    feed: async () => 'https://github.com/deltascribe/deltascribe/releases',
    state: async () => state,
    look: called('look'),
    download: called('download'),
    cancelDownload: called('cancel'),
    closeAndInstall: called('close'),
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  haveShell({ updates })
  return { calls, tell: (next) => listeners.forEach((listener) => listener(next)) }
}

describe('updates', () => {
  it('asks nothing before the button, and says what is asked of whom', async () => {
    const { calls } = haveUpdates({ kind: 'idle' })
    await renderApp({ route: 'settings' })
    await expect
      .element(section)
      .toHaveTextContent(
        'It asks https://github.com/deltascribe/deltascribe/releases for the list of versions',
      )
    expect(calls).toEqual([])
    await userEvent.click(button('Look for updates'))
    expect(calls).toEqual(['look'])
  })

  it('shows what is new as text, downloads when told, and installs when the app is closed', async () => {
    const { calls, tell } = haveUpdates({ kind: 'idle' })
    await renderApp({ route: 'settings' })
    await expect.element(button('Look for updates')).toBeVisible()
    tell({ kind: 'found', found })
    await expect.element(section).toHaveTextContent('Version 0.2.0 is there.')
    await userEvent.click(section.getByText('What is new'))
    await expect.element(section.getByText('Faster <b>masks</b>.')).toBeVisible()
    await userEvent.click(button('Download, and install when I close Deltascribe'))
    tell({ kind: 'downloading', found, share: 0.4 })
    await expect.element(part('progressbar', 'Version 0.2.0 is being downloaded.')).toBeVisible()
    await userEvent.click(button('Cancel the download'))
    tell({ kind: 'downloaded', found })
    await userEvent.click(button('Close and install now'))
    expect(calls).toEqual(['download', 'cancel', 'close'])
  })

  it('closes nothing while work runs', async () => {
    haveUpdates({ kind: 'downloaded', found })
    const { engine } = await renderApp({ route: 'settings' })
    await expect.element(button('Close and install now')).toBeEnabled()
    engine.emit('job.changed', madeJob({ state: 'running' }))
    await expect.element(button('Close and install now')).toBeDisabled()
    await expect.element(section).toHaveTextContent('Work is running.')
  })

  it('says in words what failed, and can look again', async () => {
    const { calls, tell } = haveUpdates({ kind: 'idle' })
    await renderApp({ route: 'settings' })
    await expect.element(button('Look for updates')).toBeVisible()
    tell({ kind: 'failed', problem: 'damaged', detail: 'sha512 checksum mismatch' })
    await expect.element(section).toHaveTextContent('What came is not the file that was announced')
    await userEvent.click(button('Look for updates'))
    expect(calls).toEqual(['look'])
  })

  it.each([
    ['source', 'updated with Git'],
    ['archive', 'unpacked from an archive'],
    ['no-feed', 'knows no place to look'],
  ] as const)('has no button where it cannot look: %s', async (why, words) => {
    haveUpdates({ kind: 'never', why })
    await renderApp({ route: 'settings' })
    await expect.element(section).toHaveTextContent(words)
    await expect.element(button('Look for updates')).not.toBeInTheDocument()
  })

  it('says in a browser where it is updated', async () => {
    await renderApp({ route: 'settings' })
    await expect.element(section).toHaveTextContent('This is served to a browser.')
  })
})
