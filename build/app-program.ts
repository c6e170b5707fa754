import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

/** A program that fails in less did not start: a screen that is gone, a library that is missing. */
const START_MILLISECONDS = 10_000

/** How a program ended. */
export interface ProgramEnd {
  code: number
  /** Why it did not start; null where it did. */
  whyNotStarted: string | null
}

/** Runs a program to its end. It receives Ctrl+C itself, and ends in its own time. */
export function runProgram(program: string, args: readonly string[]): Promise<ProgramEnd> {
  const startedAt = performance.now()
  const child = spawn(program, args, { stdio: 'inherit' })
  const asked = whetherAskedToStop(child)
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      asked.dispose()
      resolve({ code: 1, whyNotStarted: `it could not be started (${message})` })
    })
    child.once('exit', (code, signal) => {
      asked.dispose()
      const isStart = performance.now() - startedAt < START_MILLISECONDS
      const isFailure = code !== 0 && isStart && !asked.toStop()
      const why = `it ended at its start (${signal ?? `exit code ${code}`})`
      resolve({ code: code ?? 1, whyNotStarted: isFailure ? why : null })
    })
  })
}

function whetherAskedToStop(child: ChildProcess): { toStop: () => boolean; dispose: () => void } {
  let isAsked = false
  const onMessage = (): void => {
    isAsked = true
  }
  const pass = (signal: NodeJS.Signals): void => {
    isAsked = true
    child.kill(signal)
  }
  process.on('SIGINT', onMessage)
  process.on('SIGTERM', pass)
  return {
    toStop: () => isAsked,
    dispose() {
      process.off('SIGINT', onMessage)
      process.off('SIGTERM', pass)
    },
  }
}
