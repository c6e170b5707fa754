import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../build/build'
import { electronSwitches } from '../build/electron-binary'
import { expect, test } from './app'
import { pairFolder } from './pairs'
import { electronProgram } from './programs'

/** Tries from inside the page the actions that the window forbids. */
test(
  'the page is sandboxed: no Node, no eval, no navigation, no windows, no permissions',
  { tag: '@main' },
  async ({ start }) => {
    const { folder, remove } = await pairFolder('made')
    try {
      const { page, isolation } = await start(folder)
      await expect(page.getByRole('option').first()).toBeVisible()
      expect(await isolation()).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false })
      const found = await page.evaluate(async () => {
        // from a timer: code that a test sends in may evaluate, code of the page may not
        const evaluated = new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
            resolve(effectiveDirective),
          )
          // oxlint-disable-next-line typescript/no-implied-eval
          setTimeout('window.wasEvaluated = true', 0)
          setTimeout(() => resolve(Reflect.has(window, 'wasEvaluated')), 500)
        })
        // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
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
          evaluated: await evaluated,
          opened: window.open('https://example.com') === null,
          camera: (await navigator.permissions.query({ name: 'camera' })).state,
          notifications: await Notification.requestPermission(),
          // 1: it was denied
          place: await new Promise((resolve) =>
            navigator.geolocation.getCurrentPosition(
              () => resolve('told'),
              ({ code }) => resolve(code),
            ),
          ),
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
      expect(found.shell).toEqual([
        'copyText',
        'languages',
        'onLeave',
        'pathOfDropped',
        'pickFolder',
        'platform',
        'reveal',
        'setScale',
        'updates',
      ])
      expect(found.evaluated).toBe('script-src')
      expect(found.opened).toBe(true)
      expect([found.camera, found.notifications, found.place]).toEqual(['denied', 'denied', 1])
      expect(found.addresses).toEqual([200, 404, 404, 404, 404, 'refused', 'refused', 'refused'])

      await page.evaluate(() => {
        window.location.href = 'https://example.com/'
      })
      await page.waitForTimeout(500)
      expect(page.url()).toMatch(/^deltascribe:\/\/app\//)
    } finally {
      remove()
    }
  },
)

test('a page that crashes comes back with the folder that was open', async ({ start }) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const app = await start(folder)
    await expect(app.page.getByRole('option').first()).toBeVisible()
    const shown = await app.crashPage()
    await expect.poll(shown).toContain('pair_000003')
  } finally {
    remove()
  }
})

test('the page has its shell show the folders that were chosen, and no others', async ({ start, home }) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByRole('option').first()).toBeVisible()
    const image = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('.png'),
    )
    // a file is passed over, so that no file manager starts
    const paths = [join(folder, image ?? ''), home, '/there is no such folder']
    const shown = await page.evaluate(async (wanted) => {
      const shell = Reflect.get(window, 'deltascribeShell') as { reveal(folder: string): Promise<void> }
      return Promise.all(wanted.map((path) => shell.reveal(path).then(() => 'shown', String)))
    }, paths)
    expect(shown).toEqual([
      'shown',
      `Error: ${home} is not shown: it is none of the folders that you chose.`,
      'Error: /there is no such folder is not shown: it is none of the folders that you chose.',
    ])
  } finally {
    remove()
  }
})

test('a folder given to a second start opens in the window that is there', async ({ start, home }) => {
  const [first, second] = [await pairFolder('made'), await pairFolder('made')]
  try {
    const { page } = await start(first.folder)
    await expect(page.getByRole('option').first()).toBeVisible()
    const program = electronProgram()
    const path = 'path' in program ? program.path : ''
    const again = spawn(path, [...electronSwitches(), root, second.folder], {
      env: { ...process.env, DELTASCRIBE_HOME: home },
      stdio: 'ignore',
    })
    await expect(page.getByText(basename(second.folder)).first()).toBeVisible()
    again.kill('SIGKILL')
  } finally {
    first.remove()
    second.remove()
  }
})

test('a path that was typed is used only where the person allows it in a dialog of the system', async ({
  start,
}) => {
  const [source, target] = [await pairFolder('made'), await pairFolder('made')]
  try {
    const { page, declineDialogs } = await start(target.folder)
    await expect(page.getByRole('option').first()).toBeVisible()
    await declineDialogs()
    await page.getByRole('button', { name: 'Open', exact: true }).first().click()
    await page.getByRole('button', { name: 'Import a data set…' }).click()
    await page.getByRole('textbox', { name: 'Data set', exact: true }).fill(source.folder)
    await page.getByRole('textbox', { name: 'Folder to make' }).fill(`${source.folder}-project`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText(`${source.folder} was not used, as you did not allow it`)).toBeVisible()
  } finally {
    source.remove()
    target.remove()
  }
})
