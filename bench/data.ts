import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The optional evaluation data: `DELTASCRIBE_DATA`, or `../shared/data` beside the repository. */
export function dataFolder(name: string): string | null {
  const root = process.env['DELTASCRIBE_DATA'] ?? resolve(import.meta.dirname, '../../shared/data')
  const folder = resolve(root, name)
  return existsSync(folder) ? folder : null
}
