import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { useSoftwareDriver } from '../../src/training/testing-webgpu'

export interface Card {
  readonly device: string
  readonly driver: string | null
  /** Whether nvidia-smi answers here. */
  readonly hasMonitor: boolean
}

const DRIVER_FOLDER = '/proc/driver/nvidia/gpus'

/** The card of this machine. Where there is none, a software driver is taken for this process and its children. */
export function findCard(): Card {
  const { status, stdout } = spawnSync(
    'nvidia-smi',
    ['--query-gpu=name,driver_version', '--format=csv,noheader'],
    { encoding: 'utf8', timeout: 10_000 },
  )
  const listed = status === 0 ? parseCards(stdout) : null
  if (listed !== null) {
    return { ...listed, hasMonitor: true }
  }
  const named = existsSync(DRIVER_FOLDER)
    ? readdirSync(DRIVER_FOLDER).map((name) =>
        parseDriverFile(readFileSync(join(DRIVER_FOLDER, name, 'information'), 'utf8')),
      )
    : []
  const device = named.find((name) => name !== null)
  if (device !== undefined && device !== null) {
    return { device, driver: null, hasMonitor: false }
  }
  const isOther = existsSync('/dev/dri') && readdirSync('/dev/dri').some((name) => name.startsWith('render'))
  if (!isOther) {
    useSoftwareDriver()
  }
  const isSoftware = /swiftshader|lvp_icd/.test(process.env['VK_DRIVER_FILES'] ?? '')
  const other = isOther ? 'a card that is not of NVIDIA' : 'no card'
  return { device: isSoftware ? 'software driver' : other, driver: null, hasMonitor: false }
}

/** From lines such as `NVIDIA H100 80GB HBM3, 550.54.15`; null where there is none. */
export function parseCards(text: string): Pick<Card, 'device' | 'driver'> | null {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((part) => part.trim()))
    .filter(([name, driver]) => name !== '' && driver !== undefined)
  if (lines.length === 0) {
    return null
  }
  const [[name, driver]] = lines
  return { device: lines.length === 1 ? name : `${lines.length} x ${name}`, driver }
}

/** The model in the kernel driver's description of a card. */
export function parseDriverFile(text: string): string | null {
  return /^Model:\s*(.+?)\s*$/m.exec(text)?.[1] ?? null
}

export interface Sample {
  readonly card: number
  /** 0 to 1; null where the card does not tell. */
  readonly utilisation: number | null
  readonly memoryMb: number | null
}

/** A line `index, utilisation in %, megabytes`; null for any other line. */
export function parseSample(line: string): Sample | null {
  const parts = line.split(',').map((part) => part.trim())
  if (parts.length !== 3 || !/^\d+$/.test(parts[0])) {
    return null
  }
  const [card, percent, megabytes] = parts.map((part) => (/^[\d.]+$/.test(part) ? Number(part) : null))
  return { card: Number(card), utilisation: percent === null ? null : percent / 100, memoryMb: megabytes }
}

/** Mean utilisation and most memory of the busiest card; null where no sample tells. */
export function summarize(samples: readonly Sample[]): {
  utilisation: number | null
  memoryMb: number | null
} {
  const cards = [...new Set(samples.map(({ card }) => card))].map((card) => {
    const own = samples.filter((sample) => sample.card === card)
    const shares = own.map(({ utilisation }) => utilisation).filter((share) => share !== null)
    const memory = own.map(({ memoryMb }) => memoryMb).filter((megabytes) => megabytes !== null)
    return {
      utilisation: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
      memoryMb: memory.length === 0 ? null : Math.max(...memory),
    }
  })
  const [busiest] = cards.sort(
    (a, b) => (b.utilisation ?? 0) - (a.utilisation ?? 0) || (b.memoryMb ?? 0) - (a.memoryMb ?? 0),
  )
  return busiest ?? { utilisation: null, memoryMb: null }
}

export interface Monitor {
  /** Samples from here on count for the utilisation. */
  startMeasuring(): void
  /** Samples from here on do not. */
  stopMeasuring(): void
  end(): { utilisation: number | null; deviceMb: number | null }
}

const EVERY_MS = 200

/** Asks nvidia-smi five times a second, where it is there. */
export function watchCard({ hasMonitor }: Card): Monitor {
  const [all, measured]: [Sample[], Sample[]] = [[], []]
  let isMeasuring = false
  let rest = ''
  const child = hasMonitor
    ? spawn(
        'nvidia-smi',
        [
          '--query-gpu=index,utilization.gpu,memory.used',
          '--format=csv,noheader,nounits',
          '-lms',
          String(EVERY_MS),
        ],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      )
    : null
  child?.on('error', () => undefined)
  child?.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    const samples = lines.map(parseSample).filter((sample) => sample !== null)
    all.push(...samples)
    measured.push(...(isMeasuring ? samples : []))
  })
  return {
    startMeasuring: () => (isMeasuring = true),
    stopMeasuring: () => (isMeasuring = false),
    end() {
      child?.kill()
      return { utilisation: summarize(measured).utilisation, deviceMb: summarize(all).memoryMb }
    },
  }
}

/** Processors that this process may use: a container may have fewer than the machine shows. */
export function usableCores(): number {
  const group = '/sys/fs/cgroup'
  const older = ['quota', 'period'].map(
    (name) => readIfThere(`${group}/cpu/cpu.cfs_${name}_us`)?.trim() ?? 'max',
  )
  return limitedCores(availableParallelism(), readIfThere(`${group}/cpu.max`) ?? older.join(' '))
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** @param limit `quota period` in microseconds; the quota is `max` or -1 where there is no limit */
export function limitedCores(cores: number, limit: string): number {
  const [quota, period] = limit.trim().split(' ').map(Number)
  return quota > 0 && period > 0 ? Math.max(1, Math.min(cores, Math.round(quota / period))) : cores
}
