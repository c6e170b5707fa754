import { describe, expect, test } from 'vitest'
import { limitedCores, parseCards, parseDriverFile, parseSample, summarize } from './card'
import { readProfile } from './profile'
import { answerDistance, parseRecords } from './record'
import type { Machine, Measurement } from './record'
import { resultTable } from './table'

const machine: Machine = {
  kind: 'machine',
  device: 'NVIDIA H100 80GB HBM3',
  driver: '550.54.15',
  processor: 'a processor',
  cores: 16,
  threads: 16,
  node: '20.20.2',
  onnxRuntime: '1.30.0',
  date: '2026-11-26',
  isSmall: false,
  providers: ['webgpu'],
  remarks: ['cuda cannot be used: no library.'],
}

const onCpu: Measurement = {
  kind: 'measurement',
  id: 'train/photo/detect',
  what: 'training step, photo, detect',
  provider: 'cpu',
  pairsPerSecond: 20,
  repeats: 5,
  openMs: 900,
  rssMb: 812.4,
  deviceMb: null,
  utilisation: null,
  profile: null,
  difference: null,
  firstDifference: null,
  problem: null,
}

const onDevice: Measurement = {
  ...onCpu,
  provider: 'webgpu',
  pairsPerSecond: 250,
  deviceMb: 2048,
  utilisation: 0.42,
  profile: {
    nodes: { WebGpuExecutionProvider: 990, CPUExecutionProvider: 10 },
    onCpu: ['Cast'],
    runMs: 50,
    kernelMs: 40,
  },
  difference: 3.21e-6,
  firstDifference: 1e-7,
}

function of(...values: number[]): Float32Array {
  return Float32Array.from(values)
}

function node(provider: string, index: number, op: string): object {
  return {
    cat: 'Node',
    name: `${op}_kernel_time`,
    dur: 5,
    args: { provider, node_index: String(index), op_name: op },
  }
}

function kernel(dur: number): object {
  return { cat: 'Api', name: 'Mul', dur, args: { shapes: '' } }
}

function run(dur: number): object {
  return { cat: 'Session', name: 'model_run', dur, args: {} }
}

describe('the card', () => {
  test('is named as nvidia-smi lists it, with how many there are', () => {
    expect(parseCards('NVIDIA H100 80GB HBM3, 550.54.15\n')).toEqual({
      device: 'NVIDIA H100 80GB HBM3',
      driver: '550.54.15',
    })
    expect(parseCards('NVIDIA L4, 1.2\nNVIDIA L4, 1.2\n')?.device).toBe('2 x NVIDIA L4')
    expect(parseCards('No devices were found\n')).toBeNull()
    expect(parseCards('')).toBeNull()
  })

  test("is named by the kernel driver's file where nvidia-smi is not there", () => {
    expect(parseDriverFile('Model: \t\t NVIDIA H100 PCIe\nIRQ:   \t\t 42\n')).toBe('NVIDIA H100 PCIe')
    expect(parseDriverFile('')).toBeNull()
  })

  test('is sampled: other lines and what it does not tell are left out', () => {
    expect(parseSample('0, 57, 1234')).toEqual({ card: 0, utilisation: 0.57, memoryMb: 1234 })
    expect(parseSample('0, [N/A], 1234')).toEqual({ card: 0, utilisation: null, memoryMb: 1234 })
    expect(parseSample('Failed to initialize NVML')).toBeNull()
    expect(parseSample('')).toBeNull()
  })

  test('that is busiest counts', () => {
    const samples = ['0, 0, 10', '1, 50, 800', '0, 0, 10', '1, 100, 900'].flatMap(
      (line) => parseSample(line) ?? [],
    )
    expect(summarize(samples)).toEqual({ utilisation: 0.75, memoryMb: 900 })
    expect(summarize([])).toEqual({ utilisation: null, memoryMb: null })
  })

  test('of a container with fewer processors than the machine', () => {
    expect(limitedCores(64, '1600000 100000\n')).toBe(16)
    expect(limitedCores(4, '1600000 100000')).toBe(4)
    expect(limitedCores(4, 'max 100000')).toBe(4)
    expect(limitedCores(4, '-1 100000')).toBe(4)
    expect(limitedCores(4, 'max max')).toBe(4)
    expect(limitedCores(4, '10000 100000')).toBe(1)
  })
})

test('the distance of an answer is relative for losses, by masks and scores for proposals', () => {
  expect(answerDistance('loss', of(7, 1.25), of(7, 1))).toBeCloseTo(0.25)
  expect(answerDistance('values', of(3, 4), of(3, 4))).toBe(0)
  expect(answerDistance('mask', of(0.5, 1, 1, 0), of(0.5, 1, 0, 0))).toBeCloseTo(0.5)
  expect(answerDistance('mask', of(0.5, 0, 0), of(0.25, 0, 0))).toBeCloseTo(0.25)
  expect(answerDistance('values', of(1), of(1, 2))).toBe(Infinity)
})

test('a profile counts nodes by provider, and the kernels of the last run', () => {
  const nodes = [node('WebGpuExecutionProvider', 0, 'Mul'), node('CPUExecutionProvider', 1, 'Cast')]
  const events = [
    run(9000),
    ...nodes,
    kernel(8000),
    kernel(500),
    run(2000),
    ...nodes,
    kernel(700),
    kernel(300),
  ]
  expect(readProfile(JSON.stringify(events))).toEqual({
    nodes: { WebGpuExecutionProvider: 1, CPUExecutionProvider: 1 },
    onCpu: ['Cast'],
    runMs: 2,
    kernelMs: 1,
  })
})

describe('the table', () => {
  test('has a row for each thing with both providers, and says what is missing', () => {
    const failed: Measurement = { ...onCpu, id: 'b', what: 'b', pairsPerSecond: null, problem: 'a | crash' }
    const lines = resultTable(machine, [onCpu, onDevice, failed]).split('\n')
    expect(lines[0]).toBe('### NVIDIA H100 80GB HBM3')
    expect(lines).toContain('cuda cannot be used: no library.')
    expect(lines).toContain(
      '| training step, photo, detect | 20.0 | 250 | 12.50 | kernels 80 %, busy 42 % | 10 of 1000 (Cast) | 812 MB, 812 MB, 2048 MB | 3.2e-6 (1.0e-7 before) |',
    )
    expect(lines).toContain('| b | not measured: a / crash | not measured |  |  |  | 812 MB, -, - |  |')
  })

  test('is made anew from the file that a killed run left', () => {
    const text = [machine, onCpu, machine, onDevice].map((entry) => `${JSON.stringify(entry)}\n`).join('')
    expect(parseRecords(`${text}{"kind":"measu\n`)).toEqual({ machine, measurements: [onDevice] })
    expect(() => parseRecords('')).toThrow('expected')
  })
})
