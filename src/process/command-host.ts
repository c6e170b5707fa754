import { nodeProcessHost } from './process-host'
import type { ProcessHost } from './process-host'

let used = nodeProcessHost

/** Starts the processes of the command line: by Node, or by Electron's main process where that runs it. */
export const commandHost: ProcessHost = { start: (program, options) => used.start(program, options) }

/** Before the first command. */
export function setCommandHost(host: ProcessHost): void {
  used = host
}
