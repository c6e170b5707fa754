import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { Dataset } from '../dataset/Dataset'
import { KeyList } from '../keys/KeyList'
import { Models } from '../models/Models'
import { DropFolder } from '../open/DropFolder'
import { Open } from '../open/Open'
import { Queue } from '../queue/Queue'
import { Review } from '../review/Review'
import { Settings } from '../settings/Settings'
import { text } from '../text/en'
import { Training } from '../training/Training'
import { ConnectionBar } from './ConnectionBar'
import styles from './Frame.module.css'
import { useLive } from './live'
import { usePlace } from './place'
import type { Place } from './place'
import { Rail } from './Rail'
import { StatusBar } from './StatusBar'
import { Toasts } from './Toasts'

const screens: Record<Place, () => ReactElement> = {
  open: Open,
  queue: Queue,
  review: Review,
  dataset: Dataset,
  training: Training,
  models: Models,
  settings: Settings,
}

export function Frame(): ReactElement {
  const place = usePlace((store) => store.place)
  const isWhole = usePlace((store) => store.isWhole)
  const isLoaded = useLive((live) => live.isLoaded)
  const Screen = screens[place]
  return (
    <div className={styles.frame} data-whole={isWhole || undefined}>
      {isWhole ? null : <Rail />}
      <main className={styles.main} aria-label={text.frame.places[place]} data-pane tabIndex={-1}>
        <ConnectionBar />
        <div className={styles.screen}>{isLoaded ? <Screen /> : <Starting />}</div>
      </main>
      {isWhole ? null : <StatusBar />}
      <Toasts />
      <KeyList />
      <DropFolder />
    </div>
  )
}

/** Says something only when starting takes long enough to be noticed. */
function Starting(): ReactElement | null {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), 400)
    return () => window.clearTimeout(timer)
  }, [])
  return isSlow ? (
    <output className={styles.starting}>
      <Loader size="sm" />
      {text.frame.starting}
    </output>
  ) : null
}
