import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

interface Wanted {
  /** Title. */
  format: string
  /** Folder to write. */
  out: string
  /** Pairs that the app is to offer. */
  count: number
}

/** In the Dataset place, until the app says that it is done. */
export async function exportPairs(page: Page, { format, out, count }: Wanted): Promise<void> {
  const pairs = count === 1 ? '1 pair' : `${count} pairs`
  await page.getByRole('button', { name: 'Dataset', exact: true }).click()
  await page.getByRole('radio', { name: format }).check()
  await page.getByRole('textbox', { name: 'Folder to write' }).fill(out)
  await page.getByRole('button', { name: `Export ${pairs}` }).click()
  await expect(page.getByText(`Exported ${pairs}`)).toBeVisible()
}
