/** The value, or the nearest number from 0 to `most`. */
export function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}

const UNITS = ['kB', 'MB', 'GB']

/** Powers of ten, with one decimal below ten: `37 kB`, `4.6 MB`. */
export function spellBytes(bytes: number): string {
  let size = bytes
  let unit = bytes === 1 ? 'byte' : 'bytes'
  for (const larger of UNITS) {
    // what would be rounded to 1000 belongs to the next unit
    if (size < 999.5) {
      break
    }
    size /= 1000
    unit = larger
  }
  return bytes < 1000 || size >= 9.95 ? `${Math.round(size)} ${unit}` : `${size.toFixed(1)} ${unit}`
}
