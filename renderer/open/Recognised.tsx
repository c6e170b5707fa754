import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { changeReading, useOpenFlow } from './flow'
import styles from './Open.module.css'

const words = text.open

/** What the folder was recognised as, until it is dismissed. */
export function Recognised(): ReactElement | null {
  const project = useEngineState((state) => state.project)
  const isShown = useOpenFlow((flow) => flow.isRecognitionShown)
  if (project === null || !isShown) {
    return null
  }
  const { title, pairCount, labelCount, leftOutCount } = project.reading
  const facts = [
    words.readings.pairs(pairCount),
    ...(labelCount > 0 ? [words.readings.labels(labelCount)] : []),
    ...(leftOutCount > 0 ? [words.readings.leftOut(leftOutCount)] : []),
  ]
  return (
    <output className={styles.recognised}>
      <span>{words.recognised(title, facts.join(', '))}</span>
      <Button size="compact-xs" variant="subtle" onClick={changeReading}>
        {words.changeReading}
      </Button>
      <ActionIcon
        size={20}
        aria-label={text.shell.dismiss}
        onClick={() => useOpenFlow.setState({ isRecognitionShown: false })}
      >
        <IconX size={14} />
      </ActionIcon>
    </output>
  )
}
