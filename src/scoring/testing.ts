import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Folder of the optional evaluation data (see docs/metrics.md), or undefined where it is absent: the variable
 * DELTASCRIBE_DATA, else `../shared/data` beside the repository.
 */
export function evaluationData(...path: string[]): string | undefined {
  const root = process.env['DELTASCRIBE_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data')
  const wanted = join(root, ...path)
  return existsSync(wanted) ? wanted : undefined
}
