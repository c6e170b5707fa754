/** The value, or the nearest number from 0 to `most`. */
export function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** Finite: of a share of nothing or all that of a millionth more or less. */
export function logit(share: number): number {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, share))
  return Math.log(inside / (1 - inside))
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

const UNIT_NAMES = { byte: 'bytes', kilobyte: 'kB', megabyte: 'MB', gigabyte: 'GB' } as const

/** In powers of ten, with one decimal below ten. */
export function roundedBytes(bytes: number): {
  size: number
  unit: (typeof BYTE_UNITS)[number]
  decimals: number
} {
  let size = bytes
  let power = 0
  // what would be rounded to 1000 belongs to the next unit
  while (size >= 999.5 && power < BYTE_UNITS.length - 1) {
    size /= 1000
    power += 1
  }
  return { size, unit: BYTE_UNITS[power], decimals: power === 0 || size >= 9.95 ? 0 : 1 }
}

/** `37 kB`, `4.6 MB`. */
export function spellBytes(bytes: number): string {
  const { size, unit, decimals } = roundedBytes(bytes)
  return `${size.toFixed(decimals)} ${bytes === 1 ? unit : UNIT_NAMES[unit]}`
}
