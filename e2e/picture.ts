import { join } from 'node:path'
import type { Page } from '@playwright/test'

const shots = process.env['DELTASCRIBE_SHOTS']

/**
 * Screenshots for people to look at, dark and, where the theme follows the system, light, where
 * `DELTASCRIBE_SHOTS` names a folder for them.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (shots === undefined) {
    return
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(shots, `${name}${colorScheme === 'dark' ? '' : '-light'}.png`) })
  }
}
