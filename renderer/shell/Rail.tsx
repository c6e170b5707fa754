import { Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconBox,
  IconDatabaseExport,
  IconFolderOpen,
  IconKeyboard,
  IconLayoutGrid,
  IconLayersDifference,
  IconSchool,
  IconSettings,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { withKeys } from '../keys/actions'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import type { Route } from '../state/route'
import shared from '../components/shared.module.css'
import styles from './Rail.module.css'

const icons: Record<Route, ReactNode> = {
  open: <IconFolderOpen />,
  queue: <IconLayoutGrid />,
  review: <IconLayersDifference />,
  dataset: <IconDatabaseExport />,
  training: <IconSchool />,
  models: <IconBox />,
  settings: <IconSettings />,
}

const NEEDS_NO_PROJECT: ReadonlySet<Route> = new Set(['open', 'models', 'settings'])

export function Rail(): ReactElement {
  const showKeys = useRoute((store) => store.showKeys)
  return (
    <nav className={styles.rail} aria-label={text.shell.rail} data-keep-focus data-pane tabIndex={-1}>
      <RouteButton route="open" />
      <RouteButton route="queue" />
      <RouteButton route="review" />
      <RouteButton route="dataset" />
      <RouteButton route="training" />
      <RouteButton route="models" />
      <div className={shared.grow} />
      <Tooltip label={withKeys(text.keys.title, 'app.keys')} position="right">
        <UnstyledButton className={styles.button} onClick={() => showKeys(true)} aria-label={text.keys.title}>
          <IconKeyboard />
          <span className={styles.name}>{text.shell.keys}</span>
        </UnstyledButton>
      </Tooltip>
      <RouteButton route="settings" />
    </nav>
  )
}

function RouteButton({ route }: { route: Route }): ReactElement {
  const isHere = useRoute((store) => store.route === route)
  const hasProject = useEngineState((state) => state.project !== null)
  const name = text.shell.routes[route]
  const isDisabled = !hasProject && !NEEDS_NO_PROJECT.has(route)
  return (
    <Tooltip label={withKeys(name, `app.${route}`)} position="right" disabled={isDisabled}>
      <UnstyledButton
        className={styles.button}
        onClick={() => useRoute.getState().go(route)}
        disabled={isDisabled}
        aria-current={isHere ? 'page' : undefined}
      >
        {icons[route]}
        <span className={styles.name}>{name}</span>
      </UnstyledButton>
    </Tooltip>
  )
}
