import { join } from 'node:path'
import { expect, test } from './app'

test(
  'a folder that cannot be opened is named at the start, and the sample opens from there',
  { tag: '@main' },
  async ({ start, home }) => {
    const missing = join(home, 'no-such-folder')
    const { page } = await start(missing)
    await expect(page.getByText(`${missing} is not there: it was moved, renamed or deleted.`)).toBeVisible()
    await page.getByRole('button', { name: 'Open the sample' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
  },
)
