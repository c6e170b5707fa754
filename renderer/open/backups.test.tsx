import { spellDateTime } from '../text/spelling'
import { describe, expect, it } from 'vitest'
import type { BackupList } from '../../src/contract/copies'
import { button, dialog, part, statusSaying } from '../testing/find'
import { proposedPair } from '../testing/made-pairs'
import { madeProject } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const at = new Date(2026, 4, 3, 14, 5).getTime()
const time = spellDateTime(at)
const name = '2026-05-03T12-05-00.000Z-day.db'

const list: BackupList = {
  path: '/pictures/town/.deltascribe/backups',
  present: { pairCount: 2, reviewedCount: 2, editCount: 30 },
  backups: [
    {
      name,
      at,
      reason: 'day',
      bytes: 2_000_000,
      counts: { pairCount: 2, reviewedCount: 1, editCount: 18 },
      problem: null,
    },
    {
      name: '2026-05-02T12-05-00.000Z-migration.db',
      at: at - 86_400_000,
      reason: 'migration',
      bytes: 18,
      counts: null,
      problem: 'It cannot be read: file is not a database.',
    },
  ],
}

describe('the backups of a project', () => {
  it('are listed with what each holds and what came since, and one is restored', async () => {
    const { engine } = await renderApp({ pairs, route: 'queue', answers: { 'backups.list': () => list } })
    await button('Project town').click()
    await part('menuitem', 'Backups…').click()
    const shown = dialog('Backups of this project')
    await expect
      .element(shown.getByRole('row').filter({ hasText: time }))
      .toHaveTextContent(/Day of work.*2.*1.*18 \(12 since\).*2.0 MB|Day of work.*18 \(12 since\)/)
    await expect.element(shown.getByText('It cannot be read: file is not a database.')).toBeVisible()
    expect(await violations()).toEqual([])
    engine.on('backups.restore', () => madeProject({ pairCount: 2 }))
    await button(`Restore the backup of ${time}`).click()
    await expect.element(shown).toHaveTextContent('What it is now becomes a backup')
    await button('Restore', shown).click()
    await expect.element(statusSaying(`The backup of ${time} is restored.`)).toBeVisible()
    expect(engine.inputsOf('backups.restore')).toEqual([{ folder: '/pictures/town', name }])
  })

  it('are offered where a project cannot be opened', async () => {
    const { engine } = await renderApp({
      route: 'open',
      answers: {
        'backups.list': () => ({ ...list, present: null }),
        'project.recent': () => [
          {
            folder: '/pictures/town',
            name: 'town',
            openedAt: 0,
            pairCount: 2,
            reviewedCount: 0,
            exists: true,
            bucket: null,
          },
        ],
      },
    })
    engine.refuse('project.open', { code: 'folder-unreadable', path: '/p', message: 'It is damaged.' })
    await button(/^town/).click()
    await button('Backups…').click()
    await expect.element(dialog('Backups of this project').getByText('18', { exact: true })).toBeVisible()
  })
})
