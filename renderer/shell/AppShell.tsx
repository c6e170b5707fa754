import { Loader, Tooltip, UnstyledButton, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { Dataset } from '../dataset/Dataset'
import { KeyList } from '../keys/KeyList'
import { Models } from '../models/Models'
import { BackupsDialog } from '../open/Backups'
import { DropFolder } from '../open/FolderChooser'
import { Open } from '../open/Open'
import { Queue } from '../queue/Queue'
import { OthersBars } from '../review/OthersBars'
import { Review } from '../review/Review'
import { Settings } from '../settings/Settings'
import { text } from '../text/chosen'
import { Training } from '../training/Training'
import styles from './AppShell.module.css'
import { useEngineState } from '../state/engine-state'
import { useViewOnly, viewOnlyReason } from '../state/view-only'
import { goTo, useAccess } from '../state/places'
import { useRoute } from '../state/route'
import type { Route } from '../state/route'
import { useSignedOut } from './sign-out'
import { StatusBar } from './StatusBar'
import { Toasts } from './Toasts'
import {
  IconBox,
  IconDatabaseExport,
  IconFolderOpen,
  IconKeyboard,
  IconLayoutGrid,
  IconLayersDifference,
  IconSchool,
  IconSettings,
  IconEye,
} from '@tabler/icons-react'
import { withKeys } from '../keys/actions'
import shared from '../components/shared.module.css'
import railStyles from './Rail.module.css'
import { openForEditing } from '../open/flow'

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
  useEffect(() => {
    if (isLoaded) {
      // for what measures how long a start takes
      performance.mark('usable')
    }
  }, [isLoaded])
  return (
    <div className={styles.shell} data-canvas-maximized={isCanvasMaximized || undefined}>
      {isCanvasMaximized ? null : <Rail />}
      <main className={styles.main} aria-label={text.shell.routes[route]} data-pane tabIndex={-1}>
        <ConnectionBar />
        <ViewOnlyBar />
        <OthersBars />
        <div className={styles.screen}>{isLoaded ? <Screen /> : <Starting />}</div>
      </main>
      {isCanvasMaximized ? null : <StatusBar />}
      <Toasts />
      <KeyList />
      <BackupsDialog />
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
  const isSignedOut = useSignedOut((state) => state.isSignedOut)
  if (isSignedOut) {
    return (
      <div role="alert" className={styles.connectionBar}>
        {text.shell.team.ended}
        <a href="/sign-in" target="_blank" rel="noreferrer">
          {text.shell.team.signIn}
        </a>
      </div>
    )
  }
  if (!isLost) {
    return null
  }
  const isServed = window.deltascribeShell === undefined
  return (
    <div role="alert" className={`${styles.connectionBar} ${isServed ? '' : styles.engineLost}`}>
      <Loader size={14} color="currentColor" />
      {isServed ? text.shell.serverLost : text.shell.engineLost}
    </div>
  )
}

const icons: Record<Route, ReactNode> = {
  open: <IconFolderOpen />,
  queue: <IconLayoutGrid />,
  review: <IconLayersDifference />,
  dataset: <IconDatabaseExport />,
  training: <IconSchool />,
  models: <IconBox />,
  settings: <IconSettings />,
}

function Rail(): ReactElement {
  const showKeys = useRoute((store) => store.showKeys)
  return (
    <nav className={railStyles.rail} aria-label={text.shell.rail} data-keep-focus data-pane tabIndex={-1}>
      <RouteButton route="open" />
      <RouteButton route="queue" />
      <RouteButton route="review" />
      <RouteButton route="dataset" />
      <RouteButton route="training" />
      <RouteButton route="models" />
      <div className={shared.grow} />
      <Tooltip label={withKeys(text.keys.title, 'app.keys')} position="right">
        <UnstyledButton
          className={railStyles.button}
          onClick={() => showKeys(true)}
          aria-label={text.keys.title}
        >
          <IconKeyboard />
          <span className={railStyles.name}>{text.shell.keys}</span>
        </UnstyledButton>
      </Tooltip>
      <RouteButton route="settings" />
    </nav>
  )
}

function RouteButton({ route }: { route: Route }): ReactElement {
  const isHere = useRoute((store) => store.route === route)
  const name = text.shell.routes[route]
  const { isOpen, refusal } = useAccess(route)
  return (
    <Tooltip
      label={refusal ?? withKeys(name, `app.${route}`)}
      position="right"
      disabled={!isOpen && refusal === null}
    >
      <UnstyledButton
        className={railStyles.button}
        onClick={() => goTo(route)}
        disabled={!isOpen}
        title={refusal ?? undefined}
        aria-current={isHere ? 'page' : undefined}
      >
        {icons[route]}
        <span className={railStyles.name}>{name}</span>
      </UnstyledButton>
    </Tooltip>
  )
}

/** Who has the open project, and the way to edit it here. */
function ViewOnlyBar(): ReactElement | null {
  const viewOnly = useViewOnly()
  const [isOpening, setOpening] = useState(false)
  if (viewOnly === null) {
    return null
  }
  async function takeOver(): Promise<void> {
    setOpening(true)
    await openForEditing()
    setOpening(false)
  }
  return (
    <div className={styles.viewOnlyBar} data-keep-focus>
      <IconEye size={16} aria-hidden />
      <output className={styles.viewOnlyReason} data-selectable>
        {viewOnlyReason(viewOnly)}
      </output>
      {viewOnly === 'viewer' ? null : (
        <Button
          size="compact-sm"
          variant={viewOnly.hasClosed ? 'filled' : 'default'}
          loading={isOpening}
          title={withKeys(text.shell.viewOnly.open, 'app.openForEditing')}
          onClick={() => void takeOver()}
        >
          {text.shell.viewOnly.open}
        </Button>
      )}
    </div>
  )
}
