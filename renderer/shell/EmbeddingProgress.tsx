import { ActionIcon, Progress, Tooltip } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import { text } from '../text/chosen'
import styles from './StatusBar.module.css'

const words = text.shell.embeddings

/** Only while embeddings of pairs are made. */
export function EmbeddingProgress(): ReactElement | null {
  const status = useEngineState((state) => state.embeddings)
  if (status === null || status.state !== 'running') {
    return null
  }
  const label = words.running(status.ready, status.total)
  return (
    <span className={styles.item}>
      <Progress
        className={styles.progress}
        size="sm"
        value={(100 * status.ready) / Math.max(1, status.total)}
        aria-label={label}
      />
      {label}
      <Tooltip label={words.stop}>
        <ActionIcon size={20} aria-label={words.stop} onClick={() => void stop()}>
          <IconPlayerStop size={14} />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

async function stop(): Promise<void> {
  const embeddings = await attempt(engine.call('embeddings.stop', {}))
  if (embeddings !== null) {
    useEngineState.setState({ embeddings })
  }
}
