import type { Rect, Size } from '../../mask/bitmap'
import { englishOf, message } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import type { Homography } from '../../domain/pair'
import { largestShift } from '../../images/registration/homography'
import { measuredCaptions } from '../../names/captions/named-captions'
import { mergeParts } from '../../tiles/merge-parts'
import { isServedInTiles } from '../../domain/picture-tile'
import type { UnstoredProposal } from './unstored-proposal'
import type { FramePaths } from '../pictures/value-mappings'
import type { InferenceLane } from '../lanes/inference-lane'

/** The store puts the proposal's id into it. */
const SOURCE = { kind: 'proposal', proposalId: 0 } as const

/** What was proposed for a part, in the part's own pixels. */
export interface PartProposal {
  part: Rect
  proposal: UnstoredProposal
}

/**
 * A proposal for images that are too large to be decoded whole, of those for its parts at full resolution: regions
 * that cross parts are one. Captions are of the measured changes, else those of the part that changed most.
 * @param parts all of them, in an order that does not depend on which ended first
 * @param alignment by which their before frames were brought into the after frame
 */
export async function joinParts(
  image: Size,
  parts: readonly PartProposal[],
  alignment: Homography | null,
): Promise<UnstoredProposal> {
  const merged = await mergeParts(
    image,
    parts.map(({ part, proposal: { regions, changes } }) => ({ part, regions, changes })),
    alignment,
  )
  const strongest = parts
    .map(({ proposal }) => proposal)
    .reduce((best, one) => (one.score > best.score ? one : best))
  const { expectedIou: _ofItsPart, ...strongestPart } = strongest
  const changes = merged.map(({ change }) => change).filter((change) => change !== null)
  const isMeasured = changes.length === merged.length
  const regions = merged.map(({ region }) => region)
  const captions = isMeasured
    ? measuredCaptions(regions, changes, SOURCE)
    : { captions: strongest.captions, links: [] }
  return {
    ...strongestPart,
    width: image.width,
    height: image.height,
    alignment,
    agreement: null,
    regions,
    changes: isMeasured ? changes : null,
    ...captions,
    remarks: [
      message('proposals.inParts', { count: parts.length }),
      ...(alignment === null ? [] : [movedBy(alignment, image)]),
      ...failuresOf(parts),
    ],
    milliseconds: totals(parts.map(({ proposal }) => proposal.milliseconds)),
  }
}

/** What kept parts from being named, once each. */
function failuresOf(parts: readonly PartProposal[]): MessageText[] {
  const failures = parts
    .flatMap(({ proposal }) => proposal.remarks)
    .filter((remark) => typeof remark !== 'string' && remark.id === 'naming.nothingNamed')
  return [...new Map(failures.map((remark) => [englishOf(remark), remark])).values()]
}

function movedBy(alignment: Homography, { width, height }: Size): MessageText {
  return message('proposals.aligned', { pixels: Math.round(largestShift(alignment, width, height)) })
}

interface PartsOf {
  lane: InferenceLane
  frames: FramePaths
  /** As it is stored; 0 where that is not known. */
  stored: Size
  limits: { milliseconds: number; signal: AbortSignal }
}

/** Of images that are too large to be decoded whole; null for others. @throws ContractError `bad-image` */
export async function sizeInParts({ lane, frames, stored, limits }: PartsOf): Promise<Size | null> {
  if (!canBeTiled(frames, stored)) {
    return null
  }
  const levels = await lane.call('tiledLevels', frames, limits)
  return levels !== null && isServedInTiles(levels) ? levels : null
}

/** Whether a look at the files is worth it. @param stored its size is 0 where it is not known */
export function canBeTiled({ before, after }: { before: string; after: string }, stored: Size): boolean {
  return stored.width > 0 ? isServedInTiles(stored) : [before, after].every((path) => /\.tiff?$/i.test(path))
}

function totals(times: readonly UnstoredProposal['milliseconds'][]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [stage, milliseconds] of times.flatMap((one) => Object.entries(one))) {
    sums[stage] = (sums[stage] ?? 0) + milliseconds
  }
  return sums
}
