import { join } from 'node:path'
import type { Page } from '@playwright/test'

const shots = process.env['DELTASCRIBE_SHOTS']

/** A screenshot for people to look at, where `DELTASCRIBE_SHOTS` names a folder for them. */
export async function picture(page: Page, name: string): Promise<void> {
  if (shots !== undefined) {
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(shots, `${name}.png`) })
  }
}
