import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** What axe-core finds wrong, in one line each. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const inPage = Reflect.get(globalThis, 'axe') as {
      run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    }
    const found = await inPage.run()
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  })
}
