/**
 * Pictures fetched before they are shown. Kept here and not left to the browser, which does not cache what
 * the app's own protocol answers.
 */
const blobs = new Map<string, Promise<Blob | null>>()
/** Two pictures of two neighbours, and those of the pair on screen for the way back. */
const CAPACITY = 8

export function fetchPictureAhead(url: string): void {
  if (!blobs.has(url)) {
    blobs.set(url, fetchBlob(url))
    for (const old of [...blobs.keys()].slice(0, Math.max(0, blobs.size - CAPACITY))) {
      blobs.delete(old)
    }
  }
}

/** Null where it was not fetched ahead or could not be had: whoever shows it fetches it again and shows the reason. */
export async function pictureAhead(url: string): Promise<Blob | null> {
  return (await blobs.get(url)) ?? null
}

export function forgetPicturesAhead(): void {
  blobs.clear()
}

async function fetchBlob(url: string): Promise<Blob | null> {
  try {
    const response = await fetch(url)
    return response.ok ? await response.blob() : null
  } catch {
    return null
  }
}
