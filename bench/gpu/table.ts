import type { ProviderName } from '../../src/contract/proposal'
import type { Machine, Measurement } from './record'

const CPU_NODES = 'CPUExecutionProvider'

/** The results as Markdown: a table for each provider beside the CPU, headed by the device. */
export function resultTable(machine: Machine, measurements: readonly Measurement[]): string {
  const { device, driver, processor, cores, threads, node, onnxRuntime, date, isSmall, remarks } = machine
  const lines = [
    `### ${device}`,
    '',
    `${driver === null ? '' : `Driver ${driver}, `}${cores} cores of ${processor} (${threads} threads for the CPU), Node ${node}, ONNX Runtime ${onnxRuntime}, ${date}.`,
    ...(isSmall ? ['', 'Small sizes and few repeats: to see that it runs, not how fast.'] : []),
    ...remarks.flatMap((remark) => ['', remark]),
  ]
  for (const provider of machine.providers) {
    lines.push('', ...providerTable(provider, measurements))
  }
  return lines.join('\n')
}

function providerTable(provider: ProviderName, measurements: readonly Measurement[]): string[] {
  const ids = [...new Set(measurements.map(({ id }) => id))]
  const rows = ids.map((id) => {
    const find = (name: ProviderName): Measurement | undefined =>
      measurements.find((one) => one.id === id && one.provider === name)
    return rowOf(find('cpu'), find(provider))
  })
  const columns = [
    'what',
    'CPU, pairs/s',
    `${provider}, pairs/s`,
    'times faster',
    'on the device',
    'nodes on the CPU',
    'memory: CPU, host, card',
    "from the CPU's answer",
  ]
  return [
    `| ${columns.join(' | ')} |`,
    `| ${columns.map(() => '---').join(' | ')} |`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    '"On the device": kernels are their time by the card\'s own clock over the time of a run, both in a profiled run; busy is what nvidia-smi says, mean of its samples while it was measured. Memory is the most of a process: of the one on the CPU, of the one on the provider, and of the card by nvidia-smi with what others use. The answer is the loss after as many updates as `--updates` says (relative; in brackets the loss before the first one), an embedding (relative RMS), or masks (1 - IoU, or the distance of the scores where that is more).',
  ]
}

function rowOf(cpu: Measurement | undefined, device: Measurement | undefined): string[] {
  const rates = [cpu?.pairsPerSecond ?? null, device?.pairsPerSecond ?? null]
  const faster = rates[0] !== null && rates[1] !== null ? (rates[1] / rates[0]).toFixed(2) : ''
  return [
    cpu?.what ?? device?.what ?? '',
    rateOf(cpu),
    rateOf(device),
    faster,
    device === undefined ? '' : shareOf(device),
    device?.profile == null ? '' : nodesOf(device.profile),
    [cpu?.rssMb, device?.rssMb, device?.deviceMb].map(megabytes).join(', '),
    device?.difference == null ? '' : distanceOf(device.difference, device.firstDifference),
  ]
}

function rateOf(one: Measurement | undefined): string {
  if (one === undefined) {
    return 'not measured'
  }
  const { pairsPerSecond, problem } = one
  if (pairsPerSecond === null) {
    return `not measured: ${cell(problem ?? 'no reason is known')}`
  }
  return `${threeDigits(pairsPerSecond)}${problem === null ? '' : ` (${cell(problem)})`}`
}

function shareOf({ profile, utilisation }: Measurement): string {
  const kernels =
    profile === null || profile.kernelMs === null || profile.runMs === 0
      ? []
      : [`kernels ${percent(profile.kernelMs / profile.runMs)}`]
  return [...kernels, ...(utilisation === null ? [] : [`busy ${percent(utilisation)}`])].join(', ')
}

function nodesOf({ nodes, onCpu }: NonNullable<Measurement['profile']>): string {
  const all = Object.values(nodes).reduce((sum, count) => sum + count, 0)
  const onProcessor = nodes[CPU_NODES] ?? 0
  return `${onProcessor} of ${all}${onCpu.length === 0 ? '' : ` (${onCpu.join(', ')})`}`
}

function distanceOf(value: number, first: number | null): string {
  const text = value === 0 ? '0' : value.toExponential(1)
  return first === null ? text : `${text} (${first === 0 ? '0' : first.toExponential(1)} before)`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

function megabytes(value: number | null | undefined): string {
  return value == null ? '-' : `${value.toFixed(0)} MB`
}

function threeDigits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

/** A bar would end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '/')
}
