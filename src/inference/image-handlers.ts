import { writeFile } from 'node:fs/promises'
import type { Handlers } from '../contract/define'
import { readLabel } from '../dataset/labels'
import type { Region } from '../domain/document'
import { decodeBeside, decodePair } from '../images/decode'
import { encodePng } from '../images/encode'
import { fingerprint } from '../images/fingerprint'
import { shrink } from '../images/resize'
import { withImageErrors } from './decoded-pair-cache'
import type { WorkerCommands } from './worker-contract'

type ImageHandlers = Pick<Handlers<WorkerCommands>, 'thumbnail' | 'display' | 'fingerprints' | 'label'>

/** The commands that only decode images and labels. */
export function imageHandlers(): ImageHandlers {
  return {
    async thumbnail({ source, partner, out, side }) {
      const raster = await withImageErrors(() => decodeBeside(source, partner))
      await writeFile(out, await encodePng(await shrink(raster, side)))
      return { width: raster.width, height: raster.height }
    },
    async display({ source, partner, out }) {
      const raster = await withImageErrors(() => decodeBeside(source, partner))
      await writeFile(out, await encodePng(raster))
      return { width: raster.width, height: raster.height }
    },
    async fingerprints({ before, after }) {
      const pair = await withImageErrors(() => decodePair(before, after))
      return { before: fingerprint(pair.before), after: fingerprint(pair.after) }
    },
    label: ({ source, width, height }) => withImageErrors(() => readLabelRegions(source, width, height)),
  }
}

/** The regions of a mask file, offered and not yet accepted. @throws ImageError */
async function readLabelRegions(path: string, width: number, height: number): Promise<Region[]> {
  const drafts = await readLabel(path, width, height)
  return drafts.map(({ category, mask }, index) => ({
    id: `label-${index + 1}`,
    category,
    mask,
    status: 'proposed',
    beforeMask: null,
    source: { kind: 'imported' },
    score: null,
  }))
}
