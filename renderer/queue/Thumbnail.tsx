import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { pictureUrl } from '../engine'
import styles from './Queue.module.css'

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
