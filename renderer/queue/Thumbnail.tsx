import { IconPhotoOff, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { pictureUrl } from '../engine'
import styles from './Thumbnail.module.css'
import { usePairList } from './list'

/** Before and after beside each other. What they show is in the row's own words, so they have no names. */
export function Thumbnails(props: { pairId: number; hasProblem: boolean }): ReactElement {
  return (
    <span className={styles.thumbnails} aria-hidden>
      {props.hasProblem ? (
        <span className={styles.noThumbnail}>
          <IconPhotoOff />
        </span>
      ) : (
        <>
          <Thumbnail pairId={props.pairId} kind="before-thumbnail" />
          <Thumbnail pairId={props.pairId} kind="after-thumbnail" />
        </>
      )}
    </span>
  )
}

function Thumbnail(props: { pairId: number; kind: 'before-thumbnail' | 'after-thumbnail' }): ReactElement {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={styles.thumbnail}>
      {isBroken ? (
        <IconPhotoOff />
      ) : (
        <img
          src={pictureUrl(props.pairId, props.kind)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}

/** For the mouse; the row itself says to screen readers whether it is selected, and Space changes it. */
export function SelectMark({ id, isSelected }: { id: number; isSelected: boolean }): ReactElement {
  return (
    <span
      className={styles.select}
      data-selected={isSelected || undefined}
      role="presentation"
      onClick={(event) => {
        event.stopPropagation()
        const { extendTo, toggle } = usePairList.getState()
        if (event.shiftKey) {
          extendTo(id)
        } else {
          toggle(id)
        }
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span className={styles.box}>
        <IconCheck aria-hidden stroke={3} />
      </span>
    </span>
  )
}
