import { Button } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { engine } from '../engine'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import { useQuery } from '../state/use-query'
import styles from './Dataset.module.css'
import { useExportChoice } from './options'

const words = text.dataset.stopped
const SETTLE_MILLISECONDS = 300

/** What a stopped export has left beside the folder to write, and that the next goes on from there. */
export function Stopped(): ReactElement | null {
  const out = useExportChoice((choice) => choice.out.trim())
  const running = useEngineState(({ jobs }) =>
    jobs
      .filter(({ kind }) => kind === 'export')
      .map(({ id, state }) => `${id} ${state}`)
      .join(),
  )
  const [discarded, setDiscarded] = useState(0)
  const isRunning = running.includes('running')
  const key = out === '' || isRunning ? null : JSON.stringify([out, running, discarded])
  const { value, isWaiting } = useQuery(
    key,
    () => engine.call('export.stopped', { out }),
    SETTLE_MILLISECONDS,
  )
  async function discard(): Promise<void> {
    await attempt(engine.call('export.discard', { out }))
    setDiscarded(discarded + 1)
  }
  if (value === null || isWaiting) {
    return null
  }
  return (
    <output className={styles.stopped}>
      <IconPlayerPause size={16} aria-hidden />
      <div>
        <p>{words.title(value.pairCount)}</p>
        <p className={styles.dim}>{words.explain}</p>
      </div>
      <Button variant="default" onClick={() => void discard()}>
        {words.discard}
      </Button>
    </output>
  )
}
