import { failWith } from '../contract/errors'
import type { FrameScan, PairScan } from '../contract/scans'
import { volumeKey } from '../dataset/slice-pairs'
import { fileOf, sliceAxisSchema, sliceOf } from '../domain/slice-path'
import type { SliceAxis, SliceChoice, SliceCounts } from '../domain/slice-path'
import { readImageHeader } from '../images/decode'
import { ImageError } from '../images/file'
import { message } from '../messages/message'
import type { StoredPair } from '../store/pair-records'
import { changeAddedSlices } from './project/found-pairs'
import type { OpenProject } from './project/open-project'
import { dicomPlaces } from './slice-distance'
import { partnersOf } from './slice-partners'
import type { SlicePartners } from './slice-partners'
import { imageInside } from './pictures/pair-images'

/** Null for a pair of ordinary images, and for one whose files cannot be read. */
export async function pairScan(project: OpenProject, pairId: number): Promise<PairScan | null> {
  const pair = project.store.pair(pairId)
  const scans = await scansOf(project, pair).catch((error: unknown) => {
    if (error instanceof ImageError || pair.problem !== null) {
      return null
    }
    throw error
  })
  if (scans === null) {
    return null
  }
  const { before, after } = scans
  const isOrdinary = [before, after].every(({ spacing, shown }) => spacing === null && shown === null)
  if (isOrdinary) {
    return null
  }
  const partners = await partnersOf(project, pair)
  return {
    before,
    after,
    counts: commonCounts(before, after, partners),
    apart: partners?.apart(before.shown, after.shown) ?? null,
    series: await dicomPlaces(project, pair),
    stack: await stackOf(project, pair, after),
  }
}

async function scansOf(
  { folder }: OpenProject,
  pair: Pick<StoredPair, 'before' | 'after'>,
): Promise<{ before: FrameScan; after: FrameScan }> {
  const scanOf = async (path: string): Promise<FrameScan> => {
    const { spacing = null, slices } = await readImageHeader(await imageInside(folder, path))
    return { spacing, shown: slices?.shown ?? null, counts: slices?.counts ?? {} }
  }
  return { before: await scanOf(pair.before), after: await scanOf(pair.after) }
}

/** Up to the last slice of the after image that has a partner. */
function commonCounts(before: FrameScan, after: FrameScan, partners: SlicePartners | null): SliceCounts {
  const counts: SliceCounts = {}
  for (const axis of sliceAxisSchema.options) {
    const common = numbersWithPartner(axis, before, after, partners).at(-1) ?? 0
    if (common > 0) {
      counts[axis] = common
    }
  }
  return counts
}

/** Slices of the after image that lie in the before image too, in order. */
function numbersWithPartner(
  axis: SliceAxis,
  before: FrameScan,
  after: FrameScan,
  partners: SlicePartners | null,
): number[] {
  const [own, others] = [after.counts[axis] ?? 0, before.counts[axis] ?? 0]
  const numbers = Array.from({ length: own }, (_, index) => index + 1)
  return partners === null || axis === 'frame'
    ? numbers.slice(0, others)
    : numbers.filter((number) => partners.isThere({ axis, number }))
}

/** A pair whose path names no slice shows the middle one: its header says which. */
async function stackOf(
  { folder, store }: OpenProject,
  pair: StoredPair,
  { shown }: FrameScan,
): Promise<PairScan['stack']> {
  const stack: PairScan['stack'] = []
  if (shown === null) {
    return stack
  }
  for (const { id, after } of store.pairs.ofFiles(fileOf(pair.before), fileOf(pair.after))) {
    const slice = sliceOf(after) ?? (await defaultSlice(folder, after))
    if (slice?.axis === shown.axis) {
      stack.push({ pairId: id, number: slice.number })
    }
  }
  return stack.sort((a, b) => a.number - b.number)
}

async function defaultSlice(folder: string, path: string): Promise<SliceChoice | null> {
  return (await readImageHeader(await imageInside(folder, path))).slices?.shown ?? null
}

/**
 * Puts slices on the project's list; the next opening makes pairs of them. Returns how many were not on it.
 * @throws ContractError `invalid-input`
 */
export async function putSlices(
  project: OpenProject,
  { pairId, axis, from, to }: { pairId: number; axis: SliceAxis; from: number; to: number },
): Promise<number> {
  const pair = project.store.pair(pairId)
  const scans = await scansOf(project, pair)
  const possible = numbersWithPartner(axis, scans.before, scans.after, await partnersOf(project, pair))
  const wanted = possible.filter((number) => number >= from && number <= to)
  const [first = 0, last = 0] = [possible.at(0), possible.at(-1)]
  if (possible.length < 2 || wanted.length === 0 || to > last) {
    throw failWith('invalid-input', message('problems.noSuchRange', { from, to, first, last }))
  }
  const { meta, pairs } = project.store
  const present = await stackOf(project, pair, { ...scans.after, shown: { axis, number: from } })
  let fresh: SliceChoice[] = []
  // read only now: others may have added some meanwhile
  changeAddedSlices(meta, (added) => {
    const key = volumeKey(pair.key, added)
    const listed = Object.hasOwn(added, key) ? added[key] : []
    const whole = pairs.ofFiles(fileOf(pair.before), fileOf(pair.after))
    const taken = new Set(
      [...present, ...listed.filter((one) => one.axis === axis)].map(({ number }) => number),
    )
    const isKnown = whole.some((one) => one.key === key)
    fresh = wanted.filter((number) => isKnown && !taken.has(number)).map((number) => ({ axis, number }))
    return { ...added, [key]: inOrder([...listed, ...fresh]) }
  })
  return fresh.length
}

function inOrder(slices: readonly SliceChoice[]): SliceChoice[] {
  return [...slices].sort((a, b) => (a.axis === b.axis ? a.number - b.number : a.axis < b.axis ? -1 : 1))
}
