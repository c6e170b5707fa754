import { Button, Modal } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import styles from '../connector/Connector.module.css'
import { SentList, useTarget } from '../connector/connector'
import { WorkPlace } from '../components/WorkPlace'
import { withKeys } from '../keys/actions'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import {
  closeCaptionPairs,
  isCaptionJobRunning,
  openCaptionPairs,
  selectedIds,
  startCaptionPairs,
  useCaptionPairs,
} from './caption-pairs'

const words = text.connector.pairs

/** Opens the dialog; nothing while the connector is off. */
export function CaptionPairsButton({ isOfSelection }: { isOfSelection: boolean }): ReactElement | null {
  const target = useTarget()
  const isRunning = useEngineState((state) => isCaptionJobRunning(state.jobs))
  useEngineState((state) => state.settings.keys)
  if (target === null) {
    return null
  }
  const { name, where } = target
  const title = isRunning ? words.isRunning : `${withKeys(text.connector.ask(name), 'queue.ask')}\n${where}`
  return (
    <Button
      variant="default"
      disabled={isRunning}
      leftSection={<IconMessageQuestion size={14} />}
      title={title}
      onClick={() => openCaptionPairs(isOfSelection ? selectedIds() : null)}
    >
      {isOfSelection ? words.selected(name) : words.open}
    </Button>
  )
}

/** Many pairs leave the machine at once, so their number and where they go stand here first. */
export function CaptionPairsDialog(): ReactElement | null {
  const { isOpen, pairIds, on } = useCaptionPairs()
  const target = useTarget()
  const open = useEngineState(({ project }) =>
    project === null ? 0 : project.counts.unreviewed + project.counts.flagged,
  )
  if (target === null) {
    return null
  }
  return (
    <Modal
      opened={isOpen}
      onClose={closeCaptionPairs}
      title={words.title(pairIds?.length ?? open)}
      size="34rem"
    >
      <dl className={styles.facts}>
        <dt>{words.address}</dt>
        <dd data-selectable>{target.where}</dd>
        <dt>{words.model}</dt>
        <dd data-selectable>{target.model}</dd>
      </dl>
      <p>{words.explain[on]}</p>
      <p>{words.leftOut}</p>
      <h3 className={styles.heading}>{text.connector.sent.title}</h3>
      <SentList />
      <WorkPlace
        task="captions"
        words={words.where}
        value={on}
        onChange={(place) => useCaptionPairs.setState({ on: place })}
      />
      <div className={styles.commands}>
        <Button data-autofocus onClick={() => void startCaptionPairs()}>
          {on === 'workers'
            ? words.askWorkers
            : target.isLocal
              ? words.startLocal(target.name)
              : words.start(target.name)}
        </Button>
        <Button variant="default" onClick={closeCaptionPairs}>
          {text.shell.cancel}
        </Button>
      </div>
    </Modal>
  )
}
