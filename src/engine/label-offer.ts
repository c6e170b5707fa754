import { imageStat } from '../images/file-identity'
import { toFailure } from '../contract/errors'
import { LABEL_PROPOSER } from '../contract/proposal'
import type { Proposal } from '../contract/proposal'
import { LONGEST_CAPTION } from '../domain/document'
import type { Caption, Region } from '../domain/document'
import type { ProjectStore } from '../store/project-store'
import type { StoredPair } from '../store/pair-records'
import { imageInside, withPresentSize } from './pictures/pair-images'
import type { OpenProject } from './project/open-project'
import { isNotStored, StoreError } from '../store/store-error'
import type { InferenceLane } from './lanes/inference-lane'
import { englishOf, message, messageTextOf } from '../messages/message'
import type { MessageText } from '../messages/message'
import { shortDigest } from '../process/sha256'

/** How remarks of older versions begin, which stored no entry. */
const READ_FROM = 'Read from '
/** Of offers by programs that did not note which file they had read. */
const UNNOTED = '1'

interface MaskFile {
  /** Another one for every path, time and size. */
  version: string
  /** Milliseconds since 1970; 0 where there is no file. */
  changedAt: number
}

/** Whether its mask was read: one that is black all over was, and says that nothing changed. */
export function hasReadMask({ remarks }: Pick<Proposal, 'remarks'>): boolean {
  return remarks.some((remark) => englishOf(remark).startsWith(READ_FROM))
}

/**
 * A mask or caption that lies beside the images is offered as a proposal of its own, never put in place by
 * itself; again where it has changed since. One that cannot be read is offered empty, with the reason.
 */
export async function offerLabel(
  { store, folder }: Pick<OpenProject, 'store' | 'folder'>,
  lane: InferenceLane,
  { pair, width, height }: { pair: StoredPair; width: number; height: number },
  limits: { milliseconds: number; signal: AbortSignal },
): Promise<void> {
  const { label, givenCaption } = pair
  if (label === null && givenCaption === null) {
    return
  }
  const mask = await maskFileOf(folder, label)
  if (limits.signal.aborted || isOffered(store, pair, mask)) {
    return
  }
  const madeAt = Date.now()
  const remarks: MessageText[] = []
  let regions: Region[] = []
  if (label !== null) {
    try {
      const source = await imageInside(folder, label)
      const frames = await framesIn(folder, pair)
      regions = await lane.call('label', { source, width, height, frames }, limits)
      remarks.push(message('proposals.readFrom', { path: label }))
    } catch (error) {
      if (toFailure(error).code === 'cancelled') {
        return
      }
      remarks.push(messageTextOf(error))
    }
  }
  const caption = givenCaption === null ? null : captionOf(givenCaption)
  if (givenCaption !== null && caption === null) {
    remarks.push(message('proposals.captionTooLong', { count: givenCaption.length, most: LONGEST_CAPTION }))
  }
  // the queue, a person who opens the pair, and other programs may offer it at the same time
  const since = store.proposals.newest(pair.id)
  if (limits.signal.aborted || isOffered(store, pair, mask)) {
    return
  }
  store.addProposal(
    {
      pairId: pair.id,
      madeAt,
      proposer: LABEL_PROPOSER,
      version: mask.version,
      provider: 'cpu',
      milliseconds: { total: Date.now() - madeAt },
      score: 1,
      alignment: null,
      remarks,
      regions,
      links: [],
      agreement: null,
      captions: caption === null ? [] : [caption],
    },
    { isOffer: true, since },
  )
}

/** @throws ContractError `bad-image` */
async function framesIn(
  folder: string,
  { before, after }: StoredPair,
): Promise<{ before: string; after: string }> {
  return { before: await imageInside(folder, before), after: await imageInside(folder, after) }
}

/** Null where it is too long to be one. */
function captionOf(text: string): Caption | null {
  if (text.length > LONGEST_CAPTION) {
    return null
  }
  return { id: 'given', text, rank: 0, source: { kind: 'imported' }, logProbability: null }
}

/** Whether the newest offer is of this caption and this mask. */
function isOffered(store: ProjectStore, { id, label, givenCaption }: StoredPair, mask: MaskFile): boolean {
  const newest = store.proposals.ofPair(id).find(({ proposer }) => proposer === LABEL_PROPOSER)
  if (newest === undefined) {
    return false
  }
  const captions = captionsOf(store, newest.id)
  if (captions === null) {
    return false
  }
  const isSameMask =
    newest.version === UNNOTED
      ? hasReadMask(newest) === (label !== null) && mask.changedAt <= newest.madeAt
      : newest.version === mask.version
  const wanted = givenCaption === null ? null : captionOf(givenCaption)
  return isSameMask && captions.at(0)?.text === wanted?.text
}

/** Null where they cannot be read: what was too long to be a caption was stored once. */
function captionsOf({ proposals }: ProjectStore, proposalId: number): readonly Caption[] | null {
  try {
    return proposals.get(proposalId)?.captions ?? []
  } catch (error) {
    if (!(error instanceof StoreError)) {
      throw error
    }
    return null
  }
}

async function maskFileOf(folder: string, label: string | null): Promise<MaskFile> {
  if (label === null) {
    return { version: 'no mask', changedAt: 0 }
  }
  try {
    const { mtimeMs, size } = await imageStat(await imageInside(folder, label))
    const version = shortDigest(JSON.stringify([label, mtimeMs, size]), 16)
    return { version, changedAt: mtimeMs }
  } catch {
    return { version: 'missing', changedAt: 0 }
  }
}

/** A person waits for it. */
const LABEL_MILLISECONDS = 60_000

/** Offers the mask and caption beside an opened pair's images where they came or changed after its proposal. */
export async function offerOpenedLabel(
  project: OpenProject,
  lane: InferenceLane,
  pairId: number,
  signal: AbortSignal,
): Promise<void> {
  const { label, givenCaption } = project.store.pair(pairId)
  if (label === null && givenCaption === null) {
    return
  }
  const pair = await withPresentSize(project, project.store.pair(pairId))
  if (pair.problem === null && !signal.aborted) {
    const { width, height } = pair
    try {
      await offerLabel(project, lane, { pair, width, height }, { milliseconds: LABEL_MILLISECONDS, signal })
    } catch (error) {
      // the next opening offers it; what was proposed is shown all the same
      if (!isNotStored(error)) {
        throw error
      }
    }
  }
}
