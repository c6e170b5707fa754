import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconLasso, IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { PairMapAnswer } from '../../../src/contract/similar'
import { ToggleButton } from '../../components/ToggleButton'
import { useEngineState } from '../../state/engine-state'
import { text } from '../../text/chosen'
import { usePairList } from '../list'
import { WHOLE_MAP, zoomedAt } from './camera'
import { pointsInView } from './find-points'
import { COLORINGS, legendOf, useMap } from './map-store'
import type { Coloring } from './map-store'
import styles from './Map.module.css'

const words = text.queue.map
const ZOOM_STEP = 1.5
/** The camera does not depend on the size when it is zoomed about the middle. */
const UNIT = { width: 2, height: 2 }
const MIDDLE = { x: 1, y: 1 }

export function MapBar({ map }: { map: PairMapAnswer }): ReactElement {
  const isLassoOn = useMap((store) => store.isLassoOn)
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.tools}>
      <ColoringChoice />
      <Legend map={map} />
      <Missing />
      <span className={styles.tools} data-keep-focus>
        <ToggleButton
          label={words.lasso}
          keys={words.lassoKeys}
          isOn={isLassoOn}
          onClick={() => useMap.setState({ isLassoOn: !isLassoOn })}
        >
          <IconLasso size={16} />
        </ToggleButton>
        <Tool label={words.zoomIn} run={() => zoom(ZOOM_STEP)} icon={<IconZoomIn size={16} />} />
        <Tool label={words.zoomOut} run={() => zoom(1 / ZOOM_STEP)} icon={<IconZoomOut size={16} />} />
        <Tool
          label={words.whole}
          run={() => useMap.setState({ camera: WHOLE_MAP })}
          icon={<IconMaximize size={16} />}
        />
        <Button variant="default" size="compact-sm" onClick={() => selectInView(map)}>
          {words.selectInView}
        </Button>
      </span>
    </div>
  )
}

function zoom(factor: number): void {
  useMap.setState(({ camera }) => ({ camera: zoomedAt(camera, UNIT, MIDDLE, factor) }))
}

function selectInView(map: PairMapAnswer): void {
  usePairList.getState().select(pointsInView(map, useMap.getState().camera, UNIT))
}

function Tool({ label, icon, run }: { label: string; icon: ReactNode; run(): void }): ReactElement {
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} onClick={run}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

function ColoringChoice(): ReactElement {
  const coloring = useMap((store) => store.coloring)
  return (
    <Select
      className={styles.coloring}
      aria-label={words.coloring}
      allowDeselect={false}
      value={coloring}
      data={COLORINGS.map((value) => ({ value, label: words.colorings[value] }))}
      onChange={(value) => useMap.setState({ coloring: COLORINGS.find((one) => one === value) ?? 'state' })}
    />
  )
}

function Legend({ map }: { map: PairMapAnswer }): ReactElement {
  const coloring: Coloring = useMap((store) => store.coloring)
  const entries = legendOf(map, coloring, { ...words.legend, states: text.queue.states })
  return (
    <ul className={styles.legend} aria-label={words.legendTitle}>
      {entries.map(({ label, color }) => (
        <li key={label}>
          <span className={styles.swatch} style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Nothing while every pair is on the map. */
function Missing(): ReactElement | null {
  const status = useEngineState((state) => state.embeddings)
  return status === null || status.ready >= status.total ? null : (
    <span className={styles.missing}>{words.ready(status.ready, status.total)}</span>
  )
}
