import type { Browser, Page } from '@playwright/test'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { openTeamDatabase } from '../src/team/team-database'
import { expect, test } from './app'
import { violations } from './axe'
import { runCommandLine } from './command-line'
import { pairFolder } from './pairs'
import { ReviewPage } from './review-page'
import { PASSWORD, signIn } from './sign-in'

const programs = serverPrograms()
test.skip(programs === null, 'needs a PostgreSQL server of Debian, 15 or later')

/** As somebody at the server's command line. */
function users(words: readonly string[], password = ''): string {
  return runCommandLine(['users', ...words], password)
}

/** Of somebody at another machine. */
async function otherBrowser(browser: Browser, url: string, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, javaScriptEnabled })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

test('two people sign in: a viewer cannot edit, what a reviewer does has their name, and an ended session is out', async ({
  start,
}) => {
  const server = await startTestServer(programs!)
  const { folder, remove } = await pairFolder('made')
  const database = ['--database', `${server.url}&schema=team`]
  try {
    users(['add', 'Rita', '--role', 'reviewer', ...database], `${PASSWORD}\n`)
    users(['add', 'Vera', '--role', 'viewer', ...database], `${PASSWORD}\n`)
    const { page: rita } = await start(folder, ['--team', ...database])
    await expect(rita.getByRole('heading', { name: 'Deltascribe' })).toBeVisible()
    expect(await violations(rita)).toEqual([])
    await signIn(rita, 'Rita', 'wrong password')
    await expect(rita.getByRole('alert')).toHaveText('The name or the password is wrong.')
    await signIn(rita, 'rita')
    await expect(rita.getByRole('button', { name: 'Rita, reviewer' })).toBeVisible()
    await expect(rita.getByText(/Proposals ready for all/)).toBeVisible()

    const { origin } = new URL(rita.url())
    const browser = rita.context().browser()!
    const vera = await otherBrowser(browser, origin)
    await signIn(vera, 'Vera')
    await expect(vera.getByText(/your role is viewer/)).toBeVisible()
    for (const page of [rita, vera]) {
      await new ReviewPage(page).open()
    }
    // one who may only look is at no pair
    await expect(vera.getByText(/^Rita is at this pair/).first()).toBeVisible()
    await expect(rita.getByText(/is at this pair/)).toHaveCount(0)
    const [notes, theirNotes] = [rita, vera].map((page) => page.getByRole('textbox', { name: 'Notes' }))
    await notes.fill('by Rita')
    await notes.blur()
    await expect(rita.getByText('All changes saved')).toBeVisible()
    await expect(theirNotes).toHaveValue('by Rita')
    await expect(vera.getByRole('button', { name: 'Flag', exact: true })).toBeDisabled()
    await rita.getByRole('button', { name: 'Flag', exact: true }).click()
    // she goes on to the next pair, and the other one stays
    await expect(vera.getByRole('button', { name: 'Reopen' })).toBeDisabled()
    await expect(rita.getByText('All changes saved')).toBeVisible()
    const stored = openTeamDatabase(database[1])
    expect(await stored.all("SELECT DISTINCT actor FROM events WHERE kind = 'edit'")).toEqual([
      { actor: 'Rita' },
    ])
    await stored.close()

    users(['disable', 'Rita', ...database])
    await expect(rita).toHaveURL(/[/]sign-in(#.*)?$/)
    await signIn(rita, 'Rita')
    await expect(rita.getByRole('alert')).toHaveText('This account is disabled. Ask who runs this server.')
    await rita.goto(origin)
    await expect(rita).toHaveURL(/[/]sign-in(#.*)?$/)

    await vera.getByRole('button', { name: 'Vera, viewer' }).click()
    await vera.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(vera).toHaveURL(/[/]sign-in(#.*)?$/)
    const withoutScript = await otherBrowser(browser, origin, false)
    await signIn(withoutScript, 'Vera')
    await expect(withoutScript).toHaveURL(/:[0-9]+[/](#.*)?$/)
  } finally {
    remove()
    await server.stop()
  }
})

test('what was not stored when a session ended is stored once the same person has signed in again', async ({
  start,
}) => {
  const server = await startTestServer(programs!)
  const { folder, remove } = await pairFolder('made')
  const database = ['--database', `${server.url}&schema=again`]
  try {
    users(['add', 'Rita', '--role', 'reviewer', ...database], `${PASSWORD}\n`)
    users(['add', 'Adam', '--role', 'adjudicator', ...database], `${PASSWORD}\n`)
    const { page: first } = await start(folder, ['--team', ...database])
    const { origin } = new URL(first.url())
    const rita = await otherBrowser(first.context().browser()!, origin)
    await signIn(rita, 'Rita')
    await expect(rita.getByText(/Proposals ready for all/)).toBeVisible()
    await new ReviewPage(rita).open()
    await server.kill()
    const notes = rita.getByRole('textbox', { name: 'Notes' })
    await notes.fill('not stored yet')
    await notes.blur()
    await expect(rita.getByText(/The database cannot be reached/).first()).toBeVisible()
    await server.start()
    users(['password', 'Rita', ...database], 'another horse\n')
    const out = rita.getByRole('alert').filter({ hasText: 'You are signed out.' })
    await expect(out).toBeVisible()

    // another person in the same browser gets none of it
    const tab = await rita.context().newPage()
    await tab.goto(`${origin}/sign-in`)
    await signIn(tab, 'Adam')
    await expect(tab.getByRole('button', { name: 'Adam, adjudicator' })).toBeVisible()
    await expect(out).toBeVisible()
    await tab.getByRole('button', { name: 'Adam, adjudicator' }).click()
    await tab.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(tab, 'Rita', 'another horse')

    await expect(out).toHaveCount(0)
    await expect(notes).toHaveValue('not stored yet')
    await rita.getByRole('button', { name: 'Try again' }).first().click()
    await expect(rita.getByText('All changes saved')).toBeVisible()
    const stored = openTeamDatabase(database[1])
    expect(await stored.all('SELECT actor FROM events')).toEqual([{ actor: 'Rita' }])
    await stored.close()
  } finally {
    remove()
    await server.stop()
  }
})
