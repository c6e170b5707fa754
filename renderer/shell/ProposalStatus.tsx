import { ActionIcon, Progress, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconSparkles } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { QueueStatus } from '../../src/contract/proposal'
import { engine } from '../engine'
import { useCurrentPair } from '../review/commands/current-pair'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import { canPropose, proposalSummary } from './proposal-summary'
import styles from './StatusBar.module.css'

const words = text.shell.proposals

export function ProposalStatus(): ReactElement | null {
  const status = useEngineState((state) => state.queue)
  if (status === null) {
    return null
  }
  const { isRunning, done, failed, total, currentKey } = status
  return (
    <span className={styles.item}>
      {isRunning ? (
        <Progress
          className={styles.progress}
          size="sm"
          value={(100 * (done + failed)) / Math.max(1, total)}
          aria-label={words.label}
        />
      ) : (
        <IconSparkles size={14} aria-hidden />
      )}
      <span title={currentKey ?? undefined}>{proposalSummary(status)}</span>
      {isRunning ? (
        <Toggle
          label={words.stop}
          run={() => engine.call('proposals.stop', {})}
          icon={<IconPlayerStop size={14} />}
        />
      ) : null}
      {canPropose(status) ? (
        <Toggle label={words.start} run={start} icon={<IconPlayerPlay size={14} />} />
      ) : null}
    </span>
  )
}

function Toggle(props: { label: string; icon: ReactElement; run(): Promise<QueueStatus> }): ReactElement {
  async function run(): Promise<void> {
    const queue = await attempt(props.run())
    if (queue !== null) {
      useEngineState.setState({ queue })
    }
  }
  return (
    <Tooltip label={props.label}>
      <ActionIcon size={20} aria-label={props.label} onClick={() => void run()}>
        {props.icon}
      </ActionIcon>
    </Tooltip>
  )
}

async function start(): Promise<QueueStatus> {
  const status = await engine.call('proposals.start', { nearPairId: useCurrentPair.getState().pairId })
  if (!status.isRunning) {
    notify('info', words.nothingLeft)
  }
  return status
}
