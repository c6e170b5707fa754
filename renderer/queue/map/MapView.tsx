import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconMap2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import type { EmbeddingStatus } from '../../../src/contract/similar'
import { Empty } from '../../components/Empty'
import { engine } from '../../engine'
import { useEngineState } from '../../state/engine-state'
import { useViewOnly } from '../../state/view-only'
import { attempt } from '../../state/notices'
import { useRoute } from '../../state/route'
import { text } from '../../text/chosen'
import { usePairList } from '../list'
import { MapBar } from './MapBar'
import { MapCanvas } from './MapCanvas'
import { fetchMap, useMap } from './map-store'
import styles from './Map.module.css'
import { spellMessage } from '../../text/message'

const words = text.queue.map

/** The pairs of the filter by what they look like: similar ones lie beside each other. */
export function MapView(): ReactElement {
  const ids = usePairList((list) => list.ids)
  const known = useEngineState(({ embeddings }) => stepOf(embeddings))
  const map = useMap((store) => store.map)
  const problem = useMap((store) => store.problem)
  useEffect(() => {
    void fetchMap()
  }, [ids, known])
  if (problem !== null) {
    return (
      <Empty icon={<IconAlertTriangle />} title={problem} isProblem>
        <Button onClick={() => void fetchMap()}>{text.queue.refresh}</Button>
      </Empty>
    )
  }
  if (map === null) {
    return (
      <output className={styles.waiting}>
        <Loader size="sm" />
        {words.loading}
      </output>
    )
  }
  return map.ids.length === 0 ? (
    <NothingOnMap />
  ) : (
    <div className={styles.map}>
      <MapBar map={map} />
      <MapCanvas map={map} />
    </div>
  )
}

/** Steps at which the map is fetched anew while embeddings are made. */
const STEPS = 20

function stepOf(status: EmbeddingStatus | null): string {
  if (status === null || status.state !== 'running') {
    return `at rest ${status?.ready ?? 0}`
  }
  return `running ${Math.floor((STEPS * status.ready) / Math.max(1, status.total))}`
}

function NothingOnMap(): ReactElement {
  const status = useEngineState((state) => state.embeddings)
  const { ready = 0, total = 0, state = 'idle', problem = null } = status ?? {}
  return (
    <Empty icon={<IconMap2 />} title={ready > 0 ? words.noneInFilter : words.none}>
      <p>{words.ready(ready, total)}</p>
      <p>
        {(problem === null ? null : spellMessage(problem)) ??
          (state === 'idle' ? words.explain : words.states[state])}
      </p>
      <StartButton state={state} />
    </Empty>
  )
}

/** Makes the missing embeddings; where the settings turned them off, it leads there. */
export function StartButton({ state }: { state: EmbeddingStatus['state'] }): ReactElement | null {
  const isViewOnly = useViewOnly() !== null
  if (state === 'off') {
    return <Button onClick={() => useRoute.getState().go('settings')}>{words.toSettings}</Button>
  }
  return state === 'idle' && !isViewOnly ? (
    <Button onClick={() => void startEmbeddings()}>{words.start}</Button>
  ) : null
}

async function startEmbeddings(): Promise<void> {
  const embeddings = await attempt(engine.call('embeddings.start', {}))
  if (embeddings !== null) {
    useEngineState.setState({ embeddings })
  }
}
