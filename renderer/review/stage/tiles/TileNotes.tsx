import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { useStore } from 'zustand'
import { text } from '../../../text/chosen'
import type { TiledPicture } from '../picture'
import classes from '../stage.module.css'
import type { TileStatus } from './tile-store'

const stageText = text.stage

/** Milliseconds without the coarsest level after which the progress is shown. */
const PATIENCE = 500

/** What a pane says about tiles that cannot be had, once for all of them, and about those that are being made. */
export function TileNotes({ pictures }: { pictures: readonly TiledPicture[] }): ReactElement | null {
  // panes show tiles of one pair
  return pictures.length === 0 ? null : <NotesOf pictures={pictures} tiles={pictures[0].tiles} />
}

function NotesOf({
  pictures,
  tiles,
}: {
  pictures: readonly TiledPicture[]
  tiles: TiledPicture['tiles']
}): ReactElement | null {
  const status = useStore(tiles.status)
  const failed = pictures.flatMap(({ kind }) => {
    const { failure, hasBase } = status[kind]
    const message = hasBase ? stageText.tiles.failed : stageText.failed
    return failure === null ? [] : [message(stageText.pictures[kind], failure)]
  })
  const waiting = pictures.map(({ kind }) => status[kind]).filter(isWaiting)
  const isSlow = useIsSlow(waiting.length > 0)
  if (failed.length > 0) {
    return (
      <div className={classes['message']} role="alert">
        {failed.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    )
  }
  const sum = (count: 'done' | 'total'): number => waiting.reduce((all, one) => all + one[count], 0)
  return isSlow ? (
    <output className={classes['loading']}>{stageText.tiles.reading(sum('done'), sum('total'))}</output>
  ) : null
}

function isWaiting({ hasBase, failure, total }: TileStatus): boolean {
  return total > 0 && !hasBase && failure === null
}

/** Whether it has been so for a while. */
function useIsSlow(isWaitingNow: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (isWaitingNow) {
      const timer = setTimeout(() => setIsSlow(true), PATIENCE)
      return () => {
        clearTimeout(timer)
        setIsSlow(false)
      }
    }
  }, [isWaitingNow])
  return isSlow && isWaitingNow
}
