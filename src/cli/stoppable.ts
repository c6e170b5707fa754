/**
 * Runs work that Ctrl+C, a polite kill and the end of the terminal end tidily. A second Ctrl+C ends the program at
 * once; the end of a terminal is told more than once, by the shell and by the system.
 */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  process.on('SIGHUP', stop)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    process.off('SIGHUP', stop)
  }
}
