import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Runs in the page: ends when nothing fades or moves any more. Endless animation, such as a spinner, does not count.
 */
const SETTLED = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (;;) {
    await frame()
    await frame()
    const running = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    if (running.length === 0) return
    await Promise.allSettled(running.map(({ finished }) => finished))
  }
})()`

/** Violations that axe-core finds, one line each. Waits for dialogs to fade in, as before their contrast is too low. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(SETTLED)
  // half a megabyte of program: once a page
  if (!(await page.evaluate(() => Reflect.has(globalThis, 'axe')))) {
    await page.evaluate(axe.source)
  }
  return page.evaluate(async () => {
    const inPage = Reflect.get(globalThis, 'axe') as {
      run(options: {
        resultTypes: string[]
      }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    }
    const found = await inPage.run({ resultTypes: ['violations'] })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  })
}
