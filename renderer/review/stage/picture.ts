import { pictureFailureSchema } from '../../../src/contract/picture-failure'
import { text } from '../../text/chosen'
import { spellFailure } from '../../text/message'
import type { ShownKind } from './stage-view'
import type { TileStore } from './tiles/tile-store'

const stageText = text.stage

const BAND_ROWS = 64

/**
 * A smaller copy, `halvings` times half the size, made a band at a time so that no single task takes long:
 * the resizing that `createImageBitmap` offers runs on the main thread in one piece.
 */
async function makeOverview(full: ImageBitmap, halvings: number): Promise<ImageBitmap> {
  const width = Math.max(1, full.width >> halvings)
  const height = Math.max(1, full.height >> halvings)
  const overview = new OffscreenCanvas(width, height)
  for (let top = 0; top < height; top += BAND_ROWS) {
    drawBand(full, overview, halvings, top, Math.min(BAND_ROWS, height - top))
    await pause()
  }
  return overview.transferToImageBitmap()
}

/** Half by half: a smooth draw at half the size averages 2 x 2 pixels and leaves none out. */
function drawBand(
  full: ImageBitmap,
  overview: OffscreenCanvas,
  halvings: number,
  top: number,
  rows: number,
): void {
  const down = full.height / overview.height
  let source: ImageBitmap | OffscreenCanvas = full
  let from = { y: top * down, width: full.width, height: rows * down }
  for (let left = halvings - 1; left >= 0; left -= 1) {
    const size = { width: overview.width << left, height: rows << left }
    const target = left === 0 ? overview : new OffscreenCanvas(size.width, size.height)
    const at = left === 0 ? top : 0
    target
      .getContext('2d')
      ?.drawImage(source, 0, from.y, from.width, from.height, 0, at, size.width, size.height)
    source = target
    from = { y: 0, ...size }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

export type Picture = BitmapPicture | TiledPicture

/** A decoded picture. `overview` is no larger than needed to show a large picture whole. */
export interface BitmapPicture {
  readonly form: 'bitmap'
  /** A canvas for a preview, which is smaller than the image. */
  readonly full: ImageBitmap | OffscreenCanvas
  readonly overview: ImageBitmap | null
}

/** A picture that is too large for one bitmap: the part on screen comes as tiles. */
export interface TiledPicture {
  readonly form: 'tiles'
  readonly kind: ShownKind
  readonly tiles: TileStore
}

export type PictureState =
  | { status: 'loading' }
  | { status: 'ready'; picture: Picture }
  | { status: 'failed'; reason: string }

const OVERVIEW_SIDE = 2048
const LONGEST_REASON = 400

/** Fetched and decoded off the main thread. @throws PictureError with a reason for the user */
export async function loadPicture(url: string, signal: AbortSignal): Promise<BitmapPicture> {
  const blob = (await pictureAhead(url)) ?? (await fetchBlob(url, signal))
  const full = await decode(blob)
  const halvings = Math.ceil(Math.log2(Math.max(full.width, full.height) / OVERVIEW_SIDE))
  return {
    form: 'bitmap',
    full,
    overview: halvings < 1 || signal.aborted ? null : await makeOverview(full, halvings),
  }
}

/** A picture of which no smaller copy is needed. @throws PictureError with a reason for the user */
export async function fetchBitmap(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  return decode(await fetchBlob(url, signal))
}

export class PictureError extends Error {
  override name = 'PictureError'
}

async function fetchBlob(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new PictureError(stageText.reasons.unreachable)
  })
  if (!response.ok) {
    throw new PictureError(await reasonOf(response))
  }
  return response.blob()
}

/** The engine's reason in the language of the screen, or what stands at the door says; else the status, as of a proxy. */
async function reasonOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  const body = (await response.text().catch(() => '')).trim()
  const failure = pictureFailureSchema.safeParse(type.startsWith('application/json') ? jsonOf(body) : null)
  const reason = failure.success ? spellFailure(failure.data) : type.startsWith('text/plain') ? body : ''
  return reason === '' ? stageText.reasons.status(response.status) : reason.slice(0, LONGEST_REASON)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function decode(blob: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob)
  } catch {
    throw new PictureError(stageText.reasons.undecodable)
  }
}

/** Gives the memory back at once; bitmaps are not held by the garbage collector's account alone. */
export function closePicture({ full, overview }: BitmapPicture): void {
  if (full instanceof ImageBitmap) {
    full.close()
  }
  overview?.close()
}

/**
 * Pictures fetched before they are shown. Kept here and not left to the browser, which does not cache what
 * the app's own protocol answers.
 */
const blobs = new Map<string, Promise<Blob | null>>()
/** Two pictures of two neighbours, and those of the pair on screen for the way back. */
const CAPACITY = 8

export function fetchPictureAhead(url: string): void {
  if (!blobs.has(url)) {
    blobs.set(url, fetchAhead(url))
    for (const old of [...blobs.keys()].slice(0, Math.max(0, blobs.size - CAPACITY))) {
      blobs.delete(old)
    }
  }
}

/** Null where it was not fetched ahead or could not be had: whoever shows it fetches it again and shows the reason. */
async function pictureAhead(url: string): Promise<Blob | null> {
  return (await blobs.get(url)) ?? null
}

export function forgetPicturesAhead(): void {
  blobs.clear()
}

async function fetchAhead(url: string): Promise<Blob | null> {
  try {
    const response = await fetch(url)
    return response.ok ? await response.blob() : null
  } catch {
    return null
  }
}
