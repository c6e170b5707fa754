import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CAPTION_PACKS } from './caption-packs'
import { packDescriptorSchema, SAM2_TINY_PACK } from './catalogue'
import type { PackDescriptor } from './catalogue'

/**
 * All packs: those of this version, or those of the JSON file that `DELTASCRIBE_PACKS` names, for a list of one's own.
 * @throws Error that names the file
 */
export function knownPacks(env: NodeJS.ProcessEnv = process.env): readonly PackDescriptor[] {
  const path = env['DELTASCRIBE_PACKS']
  if (path === undefined || path === '') {
    return [SAM2_TINY_PACK, ...CAPTION_PACKS]
  }
  try {
    return z.array(packDescriptorSchema).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${path} (DELTASCRIBE_PACKS) is no list of model packs: ${reason}`, { cause: error })
  }
}
