import type { EngineCommands } from '../contract/engine'
import type { Output } from '../contract/define'
import type { ProviderReport, ProviderStatus } from '../contract/proposal'
import { lastLogLines, logFolder, logPath } from '../process/log/log-file'
import { programFacts } from '../process/log/program-start'
import type { EngineState } from './engine-state'

const LOG_LINES = 200

/** What helps to find a fault, for a person to pass on: nothing of images, captions or keys. */
export function diagnostics(state: EngineState): Output<EngineCommands, 'app.diagnostics'> {
  const { userFolder, version } = state.options
  const status = state.providers.status()
  const facts = Object.entries(programFacts(version)).filter(([, value]) => value !== undefined)
  const text = [
    'Deltascribe diagnostics',
    ...facts.map(([name, value]) => `${name}: ${String(value)}`),
    `model in use: ${state.proposers.inUse().proposer.name}`,
    `provider in use: ${inUse(status)}`,
    ...status.reports.map((report) => `provider ${report.name}: ${probeResult(report)}`),
    '',
    `Last lines of ${logPath(userFolder)}:`,
    ...lastLogLines(userFolder, LOG_LINES),
  ].join('\n')
  return { logPath: logPath(userFolder), logFolder: logFolder(userFolder), text }
}

function inUse({ inUse: name, wanted, notice }: ProviderStatus): string {
  return `${name ?? 'not tried yet'} (set to ${wanted})${notice === null ? '' : `. ${notice}`}`
}

function probeResult({ isUsable, milliseconds, maxError, device, reason }: ProviderReport): string {
  if (!isUsable) {
    return `not usable: ${reason ?? 'no reason given'}`
  }
  const numbers = `${milliseconds?.toFixed(1) ?? '?'} ms, largest error ${maxError?.toExponential(1) ?? '?'}`
  return device === null ? numbers : `${numbers}, ${device}`
}
