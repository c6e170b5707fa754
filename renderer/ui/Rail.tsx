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
import { useLive } from './live'
import { usePlace } from './place'
import type { Place } from './place'
import styles from './Rail.module.css'

const icons: Record<Place, ReactNode> = {
  open: <IconFolderOpen />,
  queue: <IconLayoutGrid />,
  review: <IconLayersDifference />,
  dataset: <IconDatabaseExport />,
  training: <IconSchool />,
  models: <IconBox />,
  settings: <IconSettings />,
}

const needsNoProject: ReadonlySet<Place> = new Set(['open', 'models', 'settings'])

export function Rail(): ReactElement {
  const showKeys = usePlace((store) => store.showKeys)
  return (
    <nav className={styles.rail} aria-label={text.frame.rail} data-keep-focus data-pane tabIndex={-1}>
      <PlaceButton place="open" />
      <PlaceButton place="queue" />
      <PlaceButton place="review" />
      <PlaceButton place="dataset" />
      <PlaceButton place="training" />
      <PlaceButton place="models" />
      <div className={styles.gap} />
      <Tooltip label={withKeys(text.keys.title, 'app.keys')} position="right">
        <UnstyledButton className={styles.button} onClick={() => showKeys(true)} aria-label={text.keys.title}>
          <IconKeyboard />
          <span className={styles.name}>{text.frame.keys}</span>
        </UnstyledButton>
      </Tooltip>
      <PlaceButton place="settings" />
    </nav>
  )
}

function PlaceButton({ place }: { place: Place }): ReactElement {
  const isHere = usePlace((store) => store.place === place)
  const hasProject = useLive((live) => live.project !== null)
  const name = text.frame.places[place]
  const isDisabled = !hasProject && !needsNoProject.has(place)
  return (
    <Tooltip label={withKeys(name, `app.${place}`)} position="right" disabled={isDisabled}>
      <UnstyledButton
        className={styles.button}
        onClick={() => usePlace.getState().go(place)}
        disabled={isDisabled}
        aria-current={isHere ? 'page' : undefined}
      >
        {icons[place]}
        <span className={styles.name}>{name}</span>
      </UnstyledButton>
    </Tooltip>
  )
}
