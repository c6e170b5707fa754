import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { installReason } from './electron-binary'

test.each([
  ['throw Object.assign(new Error("require() of ES Module"), { code: "ERR_REQUIRE_ESM" })', 'ES Module'],
  ['console.error(new TypeError("getaddrinfo ENOTFOUND github.com").stack); process.exit(1)', 'ENOTFOUND'],
  ['console.error("no room\\n"); process.exit(1)', 'no room'],
  ['process.kill(process.pid, "SIGKILL")', 'ended by SIGKILL'],
  ['process.exit(1)', 'no reason'],
  ['setTimeout(() => {}, 60_000)', 'too long'],
])('of an installer that does %s the reason is told', (program, reason) => {
  const ended = spawnSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    timeout: reason === 'too long' ? 100 : 120_000,
  })
  expect(installReason(ended)).toContain(reason)
})
