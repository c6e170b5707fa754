import { performance } from 'node:perf_hooks'
import type { HostedProcess, ProcessHost, ProgramName } from '../process-host'
import { failureFields } from './log'
import type { Log } from './log'

/** Starts processes through `host`, and logs their starts and ends. They log into the same user's folder. */
export function loggedHost(host: ProcessHost, log: Log, userFolder: string): ProcessHost {
  return {
    async start(program, options) {
      try {
        const hosted = await host.start(program, { ...options, logHome: userFolder })
        return logged(hosted, program, log)
      } catch (error) {
        log.write('error', 'process.not-started', { program, ...failureFields(error) })
        throw error
      }
    },
  }
}

/** An end that nobody asked for is a warning. */
function logged(hosted: HostedProcess, program: ProgramName, log: Log): HostedProcess {
  const startedAt = performance.now()
  const { pid } = hosted
  let isKilled = false
  log.write('info', 'process.started', { program, pid })
  hosted.onExit((code, signal) => {
    const milliseconds = Math.round(performance.now() - startedAt)
    const level = isKilled || code === 0 ? 'info' : 'warning'
    log.write(level, 'process.exited', { program, pid, code, signal, milliseconds, isKilled })
  })
  return {
    port: hosted.port,
    get pid() {
      return hosted.pid
    },
    kill() {
      isKilled = true
      hosted.kill()
    },
    onExit: (listener) => hosted.onExit(listener),
  }
}
