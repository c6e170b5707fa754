import { readLabel } from '../dataset/labels'
import type { Region } from '../domain/region'

/** The regions of a mask file, offered and not yet accepted. @throws ImageError */
export async function readLabelRegions(path: string, width: number, height: number): Promise<Region[]> {
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
