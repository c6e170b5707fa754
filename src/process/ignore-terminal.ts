/** Ctrl+C and the end of a terminal reach the whole process group: the parent stops this process or closes the channel. */
export function ignoreTerminal(): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => undefined)
  }
}
