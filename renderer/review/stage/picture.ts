import { makeOverview } from './overview'
import { stage as stageText } from '../../text/en/stage'
import { pictureAhead } from './picture-ahead'

/** A decoded picture. `overview` is no larger than needed to show a large picture whole. */
export interface Picture {
  readonly full: ImageBitmap
  readonly overview: ImageBitmap | null
}

export type PictureState =
  | { status: 'loading' }
  | { status: 'ready'; picture: Picture }
  | { status: 'failed'; reason: string }

const overviewSide = 2048
const longestReason = 400

/** Fetched and decoded off the main thread. @throws PictureError with a reason for the user */
export async function loadPicture(url: string, signal: AbortSignal): Promise<Picture> {
  const blob = (await pictureAhead(url)) ?? (await fetchBlob(url, signal))
  const full = await decode(blob)
  const halvings = Math.ceil(Math.log2(Math.max(full.width, full.height) / overviewSide))
  return { full, overview: halvings < 1 || signal.aborted ? null : await makeOverview(full, halvings) }
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

/** The engine says why in plain text. */
async function reasonOf(response: Response): Promise<string> {
  const isPlain = response.headers.get('content-type')?.startsWith('text/plain') ?? false
  const reason = isPlain ? (await response.text()).trim() : ''
  return reason === '' ? stageText.reasons.status(response.status) : reason.slice(0, longestReason)
}

async function decode(blob: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob)
  } catch {
    throw new PictureError(stageText.reasons.undecodable)
  }
}

/** Gives the memory back at once; bitmaps are not held by the garbage collector's account alone. */
export function closePicture({ full, overview }: Picture): void {
  full.close()
  overview?.close()
}
