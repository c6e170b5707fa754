import type { Region } from '../../src/domain/document'
import type { Precision } from '../../src/contract/proposal'
import type { Raster } from '../../src/images/raster'
import { decodeRle, emptyRle, unionRle } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'
import { createDifferenceProposer } from '../../src/models/difference/proposer'
import { makeScene } from '../../src/models/difference/testing'
import { openProposer } from '../../src/models/registry'
import type { CaseOptions, OpenCase } from './case'

const SIDE = 640
const SMALL_SIDE = 192
const WARM_UPS = 2

interface Proposal {
  readonly score: number
  readonly regions: readonly Region[]
}

/** A made scene, in which a red rectangle appears while the view stays. */
export function madePair({ isSmall }: Pick<CaseOptions, 'isSmall'>): { before: Raster; after: Raster } {
  const side = isSmall ? SMALL_SIDE : SIDE
  const size = { width: side, height: side, noise: 3 }
  const rect = { x: side / 2, y: side / 3, width: side / 6, height: side / 5 }
  return {
    before: makeScene(size),
    after: makeScene({ ...size, seed: 2, things: [{ rect, colour: [200, 40, 40] }] }),
  }
}

export async function openDifference(options: CaseOptions): Promise<OpenCase> {
  const { provider, threads } = options
  const proposer = await createDifferenceProposer({ provider, threads })
  const { before, after } = madePair(options)
  return proposals(after, () => proposer.propose(before, after), proposer)
}

export async function openPackaged(
  folder: string,
  detector: string | null,
  options: CaseOptions,
  precision: Precision,
): Promise<OpenCase> {
  const { provider, threads } = options
  const proposer = await openProposer(folder, { provider, threads, detector, precision })
  const { before, after } = madePair(options)
  let count = 0
  // a key for each: nothing is taken from a cache
  return proposals(after, () => proposer.propose(before, after, `pair ${count++}`), proposer)
}

function proposals(
  { width, height }: Raster,
  propose: () => Promise<Proposal>,
  proposer: { release(): Promise<void> },
): OpenCase {
  let last: Proposal | null = null
  return {
    pairs: 1,
    warmUps: WARM_UPS,
    async run() {
      last = await propose()
    },
    answer() {
      const masks = last?.regions.map(({ mask }) => mask) ?? []
      return withScore(
        last?.score ?? NaN,
        masks.reduce((all, mask) => unionRle(all, mask), emptyRle(width, height)),
      )
    },
    release: () => proposer.release(),
  }
}

/** A score and the pixels behind it, 0 or 1. */
export function withScore(score: number, mask: Rle): Float32Array {
  const { data } = decodeRle(mask)
  const values = new Float32Array(1 + data.length)
  values[0] = score
  values.set(data, 1)
  return values
}
