import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PairRow } from '../contract/project'
import type { Proposal } from '../contract/proposal'
import { writeAtomically } from '../dataset/atomic'
import type { CaptionMaskScore } from '../domain/document'
import { changedMask, documentFrom, rankedCaptions } from '../domain/review'
import { encodeGreyPng } from '../images/raster'
import { boundingBox } from '../mask/measures'
import { decodeRle, emptyRle, rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { englishOf } from '../messages/message'

/** What `propose` prints and writes of a proposal. */
export function resultOf(proposal: Proposal): {
  captions: string[]
  score: number
  regions: {
    category: string
    score: number | null
    area: number
    bbox: number[]
    mask: Rle
    caption?: string
  }[]
  proposer: string
  provider: string
  agreement: CaptionMaskScore | null
  alignment: number[] | null
  remarks: string[]
  milliseconds: Record<string, number>
} {
  const { proposer, provider, score, agreement, alignment, remarks, milliseconds } = proposal
  return {
    captions: rankedCaptions(documentFrom([], proposal.captions)).map(({ text }) => text),
    proposer,
    provider,
    score,
    agreement,
    regions: proposal.regions.map((region) => ({
      category: region.category,
      score: region.score,
      area: rleArea(region.mask),
      bbox: boundingBox(region.mask),
      mask: region.mask,
    })),
    alignment,
    remarks: remarks.map(englishOf),
    milliseconds,
  }
}

/** Writes OUT/masks/KEY.png: 0 and 255, in the after frame. */
export async function writeMask(out: string, key: string, proposal: Proposal, row: PairRow): Promise<void> {
  const mask = changedMask(documentFrom(proposal.regions, [])) ?? emptyRle(row.width, row.height)
  const bitmap = decodeRle(mask)
  const path = join(out, 'masks', `${key}.png`)
  await mkdir(dirname(path), { recursive: true })
  await writeAtomically(path, await encodeGreyPng({ ...bitmap, data: bitmap.data.map((bit) => bit * 255) }))
}
