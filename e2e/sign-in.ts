import type { Page } from '@playwright/test'

/** Of everybody in the stories. */
export const PASSWORD = 'correct horse'

/** On the page for that, in English. */
export async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
