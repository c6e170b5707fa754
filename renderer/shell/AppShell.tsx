import { Loader } from '@mantine/core'
import { useEffect, useState, useRef } from 'react'
import type { ReactElement } from 'react'
import { Dataset } from '../dataset/Dataset'
import { KeyList } from '../keys/KeyList'
import { Models } from '../models/Models'
import { DropFolder } from '../open/FolderChooser'
import { Open } from '../open/Open'
import { Queue } from '../queue/Queue'
import { Review } from '../review/Review'
import { Settings } from '../settings/Settings'
import { text } from '../text/en'
import { Training } from '../training/Training'
import styles from './AppShell.module.css'
import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import type { Route } from '../state/route'
import { Rail } from './Rail'
import { StatusBar } from './StatusBar'
import { Toasts } from './Toasts'
import { notify } from '../state/notices'

const screens: Record<Route, () => ReactElement> = {
  open: Open,
  queue: Queue,
  review: Review,
  dataset: Dataset,
  training: Training,
  models: Models,
  settings: Settings,
}

export function AppShell(): ReactElement {
  const route = useRoute((store) => store.route)
  const isCanvasMaximized = useRoute((store) => store.isCanvasMaximized)
  const isLoaded = useEngineState((state) => state.isLoaded)
  const Screen = screens[route]
  return (
    <div className={styles.shell} data-canvas-maximized={isCanvasMaximized || undefined}>
      {isCanvasMaximized ? null : <Rail />}
      <main className={styles.main} aria-label={text.shell.routes[route]} data-pane tabIndex={-1}>
        <ConnectionBar />
        <div className={styles.screen}>{isLoaded ? <Screen /> : <Starting />}</div>
      </main>
      {isCanvasMaximized ? null : <StatusBar />}
      <Toasts />
      <KeyList />
      <DropFolder />
    </div>
  )
}

/** Shown only when starting takes long enough to be noticed. */
function Starting(): ReactElement | null {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), 400)
    return () => window.clearTimeout(timer)
  }, [])
  return isSlow ? (
    <output className={styles.starting}>
      <Loader size="sm" />
      {text.shell.starting}
    </output>
  ) : null
}

function ConnectionBar(): ReactElement | null {
  const isLost = useEngineState((state) => state.isLost)
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !isLost) {
      notify('info', text.shell.engineBack)
    }
    wasLost.current = isLost
  }, [isLost])
  return isLost ? (
    <div role="alert" className={styles.connectionBar}>
      <Loader size={14} color="currentColor" />
      {text.shell.engineLost}
    </div>
  ) : null
}
