import { expect, test } from './app'
import { pairFolder } from './pairs'

/** What the window forbids, tried from inside the page. */
test('the page is sandboxed: no Node, no eval, no navigation, no windows, no permissions', async ({
  start,
}) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByRole('option').first()).toBeVisible()
    const found = await page.evaluate(async () => {
      const evaluated = await new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
          resolve(violatedDirective),
        )
        try {
          // oxlint-disable-next-line no-eval
          resolve(window.eval('1 + 1'))
        } catch {
          // the event tells
        }
      })
      const status = async (address: string): Promise<number | string> => {
        try {
          return (await fetch(address)).status
        } catch {
          return 'refused'
        }
      }
      return {
        node: [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')],
        shell: Object.keys(Reflect.get(window, 'deltascribeShell') as object).sort(),
        evaluated,
        opened: window.open('https://example.com') === null,
        camera: (await navigator.permissions.query({ name: 'camera' as PermissionName })).state,
        addresses: await Promise.all(
          [
            '/picture/1/after',
            '/picture/1/../../etc/passwd',
            '/picture/%2e%2e/%2e%2e/etc/passwd',
            '/picture/1/%5c%5cserver%5cshare',
            '/../../../etc/passwd',
            'deltascribe://other/index.html',
            'file:///etc/passwd',
            'https://example.com/',
          ].map(status),
        ),
      }
    })
    expect(found.node).toEqual(['undefined', 'undefined'])
    expect(found.shell).toEqual(['pathOfDropped', 'pickFolder', 'platform', 'reveal', 'setScale'])
    expect(found.evaluated).toBe('script-src')
    expect(found.opened).toBe(true)
    expect(found.camera).toBe('denied')
    expect(found.addresses).toEqual([200, 404, 404, 404, 404, 'refused', 'refused', 'refused'])

    await page.evaluate(() => {
      window.location.href = 'https://example.com/'
    })
    await page.waitForTimeout(500)
    expect(page.url()).toBe('deltascribe://app/')
  } finally {
    remove()
  }
})
