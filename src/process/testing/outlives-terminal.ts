import type { Port } from '../../contract/port'
import { nodeProcessHost } from '../process-host'
import type { ProgramName } from '../process-host'

/**
 * Sends a process what the end of a terminal and Ctrl+C send, asks it after each, then closes its channel.
 * @returns its exit code, also where it does not outlive them
 */
export async function outlivesTerminal(
  program: ProgramName,
  connect: (port: Port) => () => Promise<unknown>,
): Promise<number | null> {
  const hosted = await nodeProcessHost.start(program)
  const ended = new Promise<number | null>((resolve) => hosted.onExit(resolve))
  const ask = connect(hosted.port)
  await ask()
  const answered = async (): Promise<void> => {
    for (const signal of ['SIGINT', 'SIGHUP'] as const) {
      process.kill(hosted.pid ?? 0, signal)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await ask()
    }
    hosted.port.close()
  }
  await Promise.race([answered(), ended])
  return ended
}
