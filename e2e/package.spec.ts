import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { root } from '../build/build'
import { electronSwitches } from '../build/electron-binary'
import { makeDeb } from '../build/packaging/deb'
import { linuxInstallers } from '../build/packaging/linux'
import { appPaths } from '../src/engine/user-folder'
import { expect, test } from './app'
import { debianRoot, filesOf } from './debian-root'
import type { DebianRoot } from './debian-root'
import { pairFolder } from './pairs'
import { electronProgram } from './programs'

const packaged: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux-unpacked/deltascribe',
  darwin: `mac${process.arch === 'arm64' ? '-arm64' : ''}/Deltascribe.app/Contents/MacOS/Deltascribe`,
  win32: 'win-unpacked/deltascribe.exe',
}

// both use the unpacked app in `out`
test.describe.configure({ mode: 'serial' })
test.afterAll(() => rmSync(join(root, 'out'), { recursive: true, force: true }))

test('the packaged app starts from its own files and proposes', async ({ home }) => {
  const electron = electronProgram()
  test.skip('reason' in electron, 'reason' in electron ? electron.reason : '')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(root, 'build', 'package.ts'), 'dir'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect(stderr).not.toContain('missing from the package')
  expect(status).toBe(0)

  const { folder, remove } = await pairFolder('made')
  const program = join(root, 'out', packaged[process.platform] ?? '')
  expect(fusesOf(program)).toEqual({
    RunAsNode: '0',
    EnableNodeOptionsEnvironmentVariable: '0',
    EnableNodeCliInspectArguments: '0',
    EnableEmbeddedAsarIntegrityValidation: '1',
    OnlyLoadAppFromAsar: '1',
    GrantFileProtocolExtraPrivileges: '0',
  })
  // Node's inspector is fused off in the package, so the window is driven through Chromium's own port
  const app = spawn(program, [...electronSwitches(), '--remote-debugging-port=0', folder], {
    env: { ...process.env, DELTASCRIBE_HOME: home, LANGUAGE: 'de_DE' },
    stdio: 'ignore',
  })
  try {
    const page = await pageOf(join(home, 'window', 'DevToolsActivePort'))
    // in German, as that system prefers it; other systems have no such variable
    const ready = process.platform === 'linux' ? /Vorschläge fertig für alle 4/ : /Proposals ready for all 4/
    await expect(page.getByText(ready)).toBeVisible()
    await expect(page.getByRole('option').first()).toContainText(/\bred\b/)
    await page.context().browser()?.close()
  } finally {
    app.kill('SIGKILL')
    remove()
  }
})

test('the Debian package works on a bare system, in a terminal and as a window, and leaves nothing', async () => {
  const system = debianRoot()
  test.skip('reason' in system, 'reason' in system ? system.reason : '')
  const { folder, run, start, remove } = system as DebianRoot
  try {
    const { version } = appPaths()
    // packed without compression, which takes minutes
    const [unpacked, out] = [join(root, 'out', 'linux-unpacked'), join(root, 'out')]
    linuxInstallers(unpacked, version, [])
    copyFileSync(makeDeb(unpacked, out, version, 'none'), join(folder, 'deltascribe.deb'))
    const before = filesOf(folder)
    run('apt-get install -y -qq --no-install-recommends /deltascribe.deb')

    expect(run('deltascribe --version').trim()).toBe(version)
    const SAMPLE = '/opt/Deltascribe/resources/sample'
    run(`deltascribe propose ${SAMPLE} --limit 2 --out /tmp/proposed`)
    expect(existsSync(join(folder, 'tmp/proposed/captions.json'))).toBe(true)
    // the pairs that nobody has decided on are left out
    expect(
      run(`deltascribe export ${SAMPLE} --states unreviewed --format coco --out /tmp/coco; echo $?`),
    ).toMatch(/^2 pairs.*\n(.*\n)*1\n$/)
    expect(run('deltascribe propose; echo $?')).toContain('2')
    expect(run('env -u DISPLAY deltascribe /tmp 2>&1; echo $?')).toMatch(/There is no screen[^]*1\n$/)

    const window = start('deltascribe', '--remote-debugging-port=0', SAMPLE)
    const page = await pageOf(join(folder, 'root/.config/deltascribe/window/DevToolsActivePort'))
    await expect(page.getByRole('option').first()).toContainText('aerial_000')
    await page.context().browser()?.close()
    window.kill('SIGKILL')

    run('apt-get purge -y -qq deltascribe')
    const left = filesOf(folder).filter((path) => /deltascribe/i.test(path) && !before.includes(path))
    expect(left.filter((path) => !/^(root|tmp)\//.test(path))).toEqual([])
  } finally {
    remove()
  }
})

/** Those of `FuseV1Options` (electron/fuses, src/config.ts) that are set, each with its place in the wire. */
const FUSES = {
  RunAsNode: 0,
  EnableNodeOptionsEnvironmentVariable: 2,
  EnableNodeCliInspectArguments: 3,
  EnableEmbeddedAsarIntegrityValidation: 4,
  OnlyLoadAppFromAsar: 5,
  GrantFileProtocolExtraPrivileges: 7,
}
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/**
 * Values in the program's wire: 0 for off, 1 for on. The sentinel is followed by a byte of version and one of length.
 */
function fusesOf(program: string): Record<string, string> {
  const bytes = readFileSync(program)
  const wire = bytes.indexOf(SENTINEL) + SENTINEL.length + 2
  return Object.fromEntries(
    Object.entries(FUSES).map(([name, place]) => [
      name,
      bytes.toString('latin1', wire + place, wire + place + 1),
    ]),
  )
}

/** Chromium writes the port it chose to a file in its profile. */
async function pageOf(portFile: string): Promise<Page> {
  await expect.poll(() => existsSync(portFile)).toBe(true)
  const [port] = readFileSync(portFile, 'utf8').split('\n')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  return context.pages()[0] ?? context.waitForEvent('page')
}
