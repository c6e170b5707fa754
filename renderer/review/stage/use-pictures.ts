import { useEffect, useMemo, useState } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import { pictureUrl } from '../../engine'
import { useShownKey } from '../../state/mapping'
import { useReviewSession } from '../session'
import { usePreviews } from '../window/use-previews'
import { closePicture, loadPicture, PictureError } from './picture'
import type { BitmapPicture, PictureState } from './picture'
import type { ShownKind } from './stage-view'
import { useTiledPictures } from './tiles/use-tiles'

const LOADING: PictureState = { status: 'loading' }

export interface LoadedPicture {
  state: PictureState
  /** Whether it is of the present address, and not of the one before that is shown until then. */
  isPresent: boolean
}

interface Shown {
  subject: string
  url: string | null
  state: PictureState
}

/**
 * The picture at an address, null for none. While a newer picture of the same `subject` is on its way the
 * present one stays; a picture is closed when it is no longer shown.
 */
function usePicture(url: string | null, subject: string): LoadedPicture {
  const [shown, setShown] = useState<Shown>({ subject, url: null, state: LOADING })
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
          setShown({ subject, url, state: { status: 'ready', picture } })
        }
      },
      (error: unknown) => {
        if (!abort.signal.aborted) {
          const reason = error instanceof PictureError ? error.message : String(error)
          setShown({ subject, url, state: { status: 'failed', reason } })
        }
      },
    )
    return () => abort.abort()
  }, [url, subject])
  const isOfSubject = shown.subject === subject
  const picture =
    shown.state.status === 'ready' && shown.state.picture.form === 'bitmap' ? shown.state.picture : null
  useClosing(picture)
  return {
    state: isOfSubject ? shown.state : LOADING,
    isPresent: url === null || (isOfSubject && shown.url === url),
  }
}

/** Closes a picture once another has taken its place, or the canvas is gone. */
function useClosing(picture: BitmapPicture | null): void {
  useEffect(() => (picture === null ? undefined : () => closePicture(picture)), [picture])
}

/**
 * Edits raise the pair's version but do not touch its pictures: the version at which the pair was opened, or
 * at which its proposal changed, addresses them. While a window is being chosen, previews stand in for them.
 */
export function usePictures(open: OpenPair): Record<ShownKind, PictureState> {
  const { pair, proposal, version } = open
  const view = useReviewSession((state) => state.view)
  const key = useShownKey(pair.window)
  const subject = `${pair.id} ${proposal?.id ?? 0}`
  const [known, setKnown] = useState({ subject, version })
  if (known.subject !== subject) {
    setKnown({ subject, version })
  }
  const tiled = useTiledPictures(pair, known.version, key)
  const url = (kind: ShownKind): string | null =>
    tiled === null ? pictureUrl(pair.id, kind, known.version, key) : null
  const hasMoved = pair.alignment !== null
  const before = usePicture(url('before'), `${pair.id} before`)
  const after = usePicture(url('after'), `${pair.id} after`)
  const aligned = usePicture(
    hasMoved && view !== 'side-by-side' ? url('aligned') : null,
    `${pair.id} aligned`,
  )
  const difference = usePicture(view === 'difference' ? url('difference') : null, `${pair.id} difference`)
  const arePresent = tiled?.arePresent ?? (before.isPresent && after.isPresent && aligned.isPresent)
  const previews = usePreviews(pair, arePresent)
  const pictures = useMemo(
    () => ({
      before: before.state,
      after: after.state,
      aligned: hasMoved ? aligned.state : before.state,
      difference: difference.state,
    }),
    [before.state, after.state, aligned.state, difference.state, hasMoved],
  )
  const shown = tiled?.pictures ?? pictures
  return useMemo(() => (previews === null ? shown : { ...shown, ...previews }), [shown, previews])
}
