import type { Page } from '@playwright/test'

type Role = 'button' | 'textbox'

/** Tab until it has the focus. @param onFocus called for each element on the way */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  onFocus: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const wanted = page.getByRole(role, { name })
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) {
      return
    }
    await page.keyboard.press('Tab')
    await onFocus()
  }
  throw new Error(`${String(name)} cannot be reached by Tab`)
}
