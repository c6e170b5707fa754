import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { useStore } from 'zustand'
import { text } from '../../../text/chosen'
import type { TiledPicture } from '../picture'
import type { ShownKind } from '../stage-view'
import classes from '../stage.module.css'
import { shareRead } from './tile-status'
import type { TileStatus } from './tile-status'

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
  const read = useStore(tiles.reading)
  const kinds = pictures.map(({ kind }) => kind).filter((kind) => isWaiting(status[kind]))
  const waiting = kinds.map((kind) => status[kind])
  const isSlow = useIsSlow(waiting.length > 0)
  const failed = pictures.filter(({ kind }) => status[kind].failure !== null)
  if (failed.length > 0) {
    const isNothingShown = failed.some(({ kind }) => !status[kind].hasBase)
    return (
      <div className={classes[isNothingShown ? 'message' : 'note']} role="alert">
        {failed.map(({ kind }) => (
          <p key={kind}>{failureOf(kind, status[kind])}</p>
        ))}
      </div>
    )
  }
  const share = shareRead(kinds, read)
  const sum = (count: 'done' | 'total'): number => waiting.reduce((all, one) => all + one[count], 0)
  return isSlow ? (
    <output className={classes['note']}>
      <p>
        {share === null
          ? stageText.tiles.reading(sum('done'), sum('total'))
          : stageText.tiles.readingWhole(Math.floor(100 * share))}
      </p>
    </output>
  ) : null
}

function failureOf(kind: ShownKind, { failure, hasBase }: TileStatus): string {
  const message = hasBase ? stageText.tiles.failed : stageText.failed
  return message(stageText.pictures[kind], failure ?? '')
}

function isWaiting({ hasBase, isSharp, failure }: TileStatus): boolean {
  return !hasBase && !isSharp && failure === null
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
