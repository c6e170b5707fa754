import type { Command } from 'commander'
import type { ProviderReport } from '../contract/proposal'
import { lastLogLines, logPath } from '../process/log/log-file'
import { userFolder } from '../engine/user-folder'
import { EXIT_CODES, runCommand, print, printJson } from './output'
import { withEngine } from './with-engine'

/** `deltascribe doctor`: what this machine can run, tried and timed. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Try every execution provider and say what is used and why')
    .option('--json', 'print one JSON document')
    .option('--log', 'print where the log is, and its last lines, and try nothing')
    .action((options: { json?: boolean; log?: boolean }) =>
      runCommand(async () => {
        if (options.log === true) {
          return printLog(options.json === true)
        }
        return withEngine(async (client) => {
          const info = await client.call('app.info', {})
          const status = await client.call('providers.probe', {})
          if (options.json === true) {
            printJson({ ...info, providers: status })
          } else {
            print(`Deltascribe ${info.version} on ${info.platform}, Node ${info.node}`)
            status.reports.forEach((report) => print(describe(report)))
            print(`In use: ${status.inUse ?? 'none'}`)
            if (status.notice !== null) {
              print(status.notice)
            }
          }
          return status.inUse === null ? EXIT_CODES.failed : EXIT_CODES.fine
        })
      }),
    )
}

const LOG_LINES = 20

function printLog(isJson: boolean): number {
  const path = logPath(userFolder())
  const lines = lastLogLines(userFolder(), LOG_LINES)
  if (isJson) {
    printJson({ path, lines })
  } else {
    print(path)
    lines.forEach(print)
  }
  return EXIT_CODES.fine
}

function describe({ name, isUsable, reason, maxError, milliseconds, device }: ProviderReport): string {
  if (!isUsable) {
    return `  ${name}: not usable: ${reason ?? 'no reason given'}`
  }
  const where = device === null ? '' : ` (${device})`
  return `  ${name}${where}: ${milliseconds?.toFixed(1)} ms, largest error ${maxError?.toExponential(1)}`
}
