import { useEffect, useState } from 'react'
import { closePicture, loadPicture, PictureError } from './picture'
import type { Picture, PictureState } from './picture'

const loading: PictureState = { status: 'loading' }

/**
 * The picture at an address, null for none. While a newer picture of the same `subject` is on its way the
 * present one stays; a picture is closed when it is no longer shown.
 */
export function usePicture(url: string | null, subject: string): PictureState {
  const [shown, setShown] = useState<{ subject: string; state: PictureState }>({ subject, state: loading })
  useEffect(() => {
    if (url === null) {
      return
    }
    const abort = new AbortController()
    loadPicture(url, abort.signal).then(
      (picture) => {
        if (abort.signal.aborted) {
          closePicture(picture)
        } else {
          setShown({ subject, state: { status: 'ready', picture } })
        }
      },
      (error: unknown) => {
        if (!abort.signal.aborted) {
          const reason = error instanceof PictureError ? error.message : String(error)
          setShown({ subject, state: { status: 'failed', reason } })
        }
      },
    )
    return () => abort.abort()
  }, [url, subject])
  const state = shown.subject === subject ? shown.state : loading
  const picture = shown.state.status === 'ready' ? shown.state.picture : null
  useClosing(picture)
  return state
}

/** Closes a picture once another has taken its place, or the canvas is gone. */
function useClosing(picture: Picture | null): void {
  useEffect(() => (picture === null ? undefined : () => closePicture(picture)), [picture])
}
