import { expect, test } from './app'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { pairFolder } from './pairs'
import { ReviewPage } from './review-page'

const programs = serverPrograms()
test.skip(programs === null, 'needs a PostgreSQL server of Debian, 15 or later')

test('two people work on one project in a database: each sees what the other does, and nothing is lost when the server is killed', async ({
  start,
}) => {
  const server = await startTestServer(programs!)
  const { folder, remove } = await pairFolder('made')
  try {
    const database = ['--database', `${server.url}&schema=story`]
    const [{ page: mine }, { page: theirs }] = [await start(folder, database), await start(folder, database)]
    for (const page of [mine, theirs]) {
      await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
      await new ReviewPage(page).open()
    }
    const [notes, theirNotes] = [mine, theirs].map((page) => page.getByRole('textbox', { name: 'Notes' }))
    await notes.fill('seen by both')
    await notes.blur()
    await expect(mine.getByText('All changes saved')).toBeVisible()
    await expect(theirNotes).toHaveValue('seen by both')

    // who looks at a pair that another is at may take it over, to edit it
    await expect(theirs.getByRole('button', { name: 'Flag', exact: true })).toBeDisabled()
    await theirs.getByRole('button', { name: 'Take over' }).click()
    await expect(mine.getByText(/has taken .+ over/)).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Flag', exact: true })).toBeEnabled()

    await server.kill()
    await theirs.getByRole('button', { name: 'Flag', exact: true }).click()
    await expect(theirs.getByText(/The database cannot be reached/).first()).toBeVisible()
    await server.start()
    await theirs
      .getByRole('button', { name: /Try again|Retry|Save now/ })
      .first()
      .click()
    await expect(theirs.getByText('All changes saved')).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Reopen' })).toBeVisible()
  } finally {
    remove()
    await server.stop()
  }
})
