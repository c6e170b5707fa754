import { create } from 'zustand'
import type { OpenPair } from '../../../src/contract/pairs'
import { encodeRle } from '../../../src/mask/rle'
import { pictureUrl } from '../../engine'
import { shownKey } from '../../state/mapping'
import { notify, notifyError } from '../../state/notices'
import { thresholdInUse } from '../../state/proposers'
import { text } from '../../text/chosen'
import { useReviewDocument } from '../document'
import { isCurrentPairShown } from '../session'
import type { TileMask } from '../paint/tile-mask'
import { decodeTiles } from '../paint/tile-rle'
import { closePicture, loadPicture } from '../stage/picture'
import { masksAtThreshold } from './chain'
import { isDecided } from './chain-edits'
import { useChain } from './chain-store'

/** Milliseconds without a move after which the masks are taken. */
const PAUSE = 350

/** Where the threshold of the present pair was moved to. What its masks were cut at is said by the document. */
interface Threshold {
  pairId: number | null
  value: number
  /** What the document says while this value is shown: once that is another, as after an undo, it counts. */
  beside: number | null
  /** Was moved, and the masks of the pair are not yet replaced. */
  isMoved: boolean
  /** While it is moved, the mask that it would give in the after frame, once the probabilities are read. */
  mask: TileMask | null
}

const NONE: Threshold = { pairId: null, value: 0.5, beside: null, isMoved: false, mask: null }

export const useThreshold = create<Threshold>()(() => NONE)

/** Probabilities of one pair, 0 to 255, row-major. */
interface Probabilities {
  url: string
  pixels: Promise<{ width: number; height: number; data: Uint8Array }>
}

let probabilities: Probabilities | null = null
let timer: ReturnType<typeof setTimeout> | null = null

export const THRESHOLDS = { least: 0.05, most: 0.95, step: 0.05 } as const

/** Moves the threshold of the open pair, or says why not. Does nothing if its proposer has no probabilities. */
export function stepThreshold(step: 1 | -1): void {
  const { open } = useReviewDocument.getState()
  const initial = thresholdInUse()
  if (open === null || initial === null || !isCurrentPairShown()) {
    return
  }
  const reason = whyThresholdRests(open)
  if (reason === null) {
    const { least, most, step: size } = THRESHOLDS
    const next = thresholdOf(useThreshold.getState(), open, initial) + step * size
    const value = Math.round(Math.min(most, Math.max(least, next)) * 100) / 100
    void moveThreshold(open.pair.id, open.version, value)
  } else {
    notify('info', reason)
  }
}

/**
 * Why the threshold of the pair cannot be moved; null where it can. The probabilities of a pair that comes as tiles
 * would be one picture of the whole.
 */
export function whyThresholdRests({ pair, document }: OpenPair): string | null {
  const { thresholdOfLarge, thresholdOfDecided } = text.review.regions
  if (pair.problem !== null) {
    return text.review.chain.noImages
  }
  return pair.tiles === null ? (isDecided(document) ? thresholdOfDecided : null) : thresholdOfLarge
}

/**
 * What the masks on the screen were cut at, or will be once it rests.
 * @param initial threshold of the folder
 */
export function thresholdOf(moved: Threshold, { pair, document }: OpenPair, initial: number): number {
  const cutAt = document.threshold ?? null
  const isShown = moved.pairId === pair.id && (moved.isMoved || moved.beside === cutAt)
  return isShown ? moved.value : (cutAt ?? initial)
}

/** Shows the mask at this threshold. The masks of the pair are replaced once the threshold rests. */
export async function moveThreshold(pairId: number, version: number, value: number): Promise<void> {
  const { pairId: last, mask } = useThreshold.getState()
  const beside = useReviewDocument.getState().open?.document.threshold ?? null
  useThreshold.setState({ pairId, value, beside, isMoved: true, mask: last === pairId ? mask : null })
  takeLater(pairId, value)
  try {
    const { width, height, data } = await pixelsOf(
      pictureUrl(pairId, 'probabilities', version, shownKey(null)),
    )
    if (isStill(pairId, value)) {
      const isChanged = data.map((share) => (share >= 255 * value ? 1 : 0))
      useThreshold.setState({ mask: decodeTiles(encodeRle({ width, height, data: isChanged })) })
    }
  } catch (error) {
    probabilities = null
    if (isStill(pairId, value)) {
      stopTaking()
      useThreshold.setState(NONE)
      notifyError(error)
    }
  }
}

/** Called before another pair is shown, or none: drops a threshold that was moved and not taken. */
export function forgetThreshold(nextPairId: number | null): void {
  const { pairId, isMoved } = useThreshold.getState()
  if (pairId === null || pairId === nextPairId) {
    return
  }
  if (isMoved) {
    notify('warning', text.review.regions.thresholdLost)
  }
  stopTaking()
  probabilities = null
  useThreshold.setState(NONE)
}

function isStill(pairId: number, value: number): boolean {
  const now = useThreshold.getState()
  return now.pairId === pairId && now.value === value
}

function takeLater(pairId: number, value: number): void {
  stopTaking()
  timer = setTimeout(() => void take(pairId, value), PAUSE)
}

function stopTaking(): void {
  if (timer !== null) {
    clearTimeout(timer)
    timer = null
  }
}

/** Replaces the masks, then hides the preview: by then the masks are on the screen. */
async function take(pairId: number, value: number): Promise<void> {
  timer = null
  if (useChain.getState().running !== null) {
    takeLater(pairId, value)
    return
  }
  if (!isStill(pairId, value)) {
    return
  }
  const isCut = await masksAtThreshold(value, () => isStill(pairId, value))
  if (isStill(pairId, value) && timer === null) {
    const beside = useReviewDocument.getState().open?.document.threshold ?? null
    useThreshold.setState(isCut ? { beside, isMoved: false, mask: null } : NONE)
  }
}

function pixelsOf(url: string): Probabilities['pixels'] {
  if (probabilities?.url !== url) {
    probabilities = { url, pixels: readPixels(url) }
  }
  return probabilities.pixels
}

async function readPixels(url: string): Probabilities['pixels'] {
  const picture = await loadPicture(url, new AbortController().signal)
  const { width, height } = picture.full
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture.full, 0, 0)
  closePicture(picture)
  const colours = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray(4 * width * height)
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, at) => colours[4 * at]) }
}
