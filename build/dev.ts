import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './build'
import { buildShippedDetector } from './detector/build-detector'
import { electronBinary, electronSwitches } from './electron-binary'

/** `npm run dev [FOLDER]`: builds, opens the app, and starts it anew whenever a program was rebuilt. */
const program = electronPath()
const args = [...electronSwitches(), root, ...process.argv.slice(2)]
let child: ChildProcess | null = null
let timer: NodeJS.Timeout | null = null

/** Without all of these there is no program to start. */
const unbuilt = new Set(['vite.preload.config.ts', 'vite.renderer.config.ts', 'vite.node.config.ts'])

function electronPath(): string {
  const electron = electronBinary(true)
  if ('reason' in electron) {
    throw new Error(`There is no window to develop in: ${electron.reason}. Use "npm start -- --browser".`)
  }
  return electron.path
}

function restart(): void {
  if (unbuilt.size > 0) {
    return
  }
  child?.removeAllListeners('exit')
  child?.kill()
  child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, DELTASCRIBE_CHECKS: '1' } })
  child.on('exit', (code) => process.exit(code ?? 0))
}

await buildShippedDetector(root)
for (const config of unbuilt) {
  await build({
    configFile: join(root, 'build', config),
    logLevel: 'warn',
    build: { watch: {} },
    plugins: [
      {
        name: 'restart',
        writeBundle() {
          unbuilt.delete(config)
        },
        closeBundle() {
          if (timer !== null) {
            clearTimeout(timer)
          }
          timer = setTimeout(restart, 500)
        },
      },
    ],
  })
}
