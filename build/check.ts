import { spawn } from 'node:child_process'
import { root } from './build'

/**
 * `npm run check`: lint with types, imports, constants, format and unused code, side by side. What one prints comes in one
 * piece. The linter finds the errors of types in half the time of the compiler, which has its own run in
 * `npm run test:slow`.
 */
const CHECKS = ['lint', 'imports', 'constants', 'format', 'unused']

const results = await Promise.all(CHECKS.map(passes))
process.exit(results.every(Boolean) ? 0 : 1)

function passes(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32'
    const child = spawn('npm', ['run', '--silent', `check:${name}`], { cwd: root, shell })
    const printed: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk))
    child.once('close', (code) => {
      console.log(`${name}: ${code === 0 ? 'good' : 'FAILED'}`)
      if (code !== 0) {
        process.stdout.write(Buffer.concat(printed))
      }
      resolve(code === 0)
    })
  })
}
