import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ownProgram } from './own-programs'
import { environmentFor } from './process-host'

// ONNX Runtime sends figures of its use to others where ORT_DISABLE_TELEMETRY is not set when it opens its first session
test('the command line forbids ONNX Runtime to report, before it reads a command', () => {
  const { path, execArgv } = ownProgram('deltascribe')
  const { ORT_DISABLE_TELEMETRY: _, ...plain } = process.env
  const atExit =
    'process.on("exit", () => console.error("telemetry off:", process.env.ORT_DISABLE_TELEMETRY))'
  const { stderr } = spawnSync(
    process.execPath,
    [...execArgv, '--import', `data:text/javascript,${encodeURIComponent(atExit)}`, path, '--version'],
    { env: plain, encoding: 'utf8' },
  )
  expect(stderr).toContain('telemetry off: 1')
})

test('so does every process that the programs start', () => {
  expect(environmentFor({})).toMatchObject({ ORT_DISABLE_TELEMETRY: '1' })
})
