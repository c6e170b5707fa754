import { ActionIcon, Progress, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconSparkles } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { QueueStatus } from '../../src/contract/proposal'
import { engine } from '../engine'
import { useReviewing } from '../review/panels/reviewing'
import { text } from '../text/en'
import { spellDuration } from './duration'
import { useLive } from './live'
import { attempt } from './notices'
import styles from './StatusBar.module.css'

const words = text.frame.proposals

export function ProposalStatus(): ReactElement | null {
  const status = useLive((live) => live.queue)
  if (status === null || status.total === 0) {
    return null
  }
  const isReady = status.done + status.failed >= status.total
  return (
    <span className={styles.item}>
      {status.isRunning ? (
        <Progress
          className={styles.progress}
          size="sm"
          value={(100 * (status.done + status.failed)) / status.total}
          aria-label={words.label}
        />
      ) : (
        <IconSparkles size={14} aria-hidden />
      )}
      <span title={status.currentKey ?? undefined}>{summary(status)}</span>
      {status.isRunning ? (
        <Toggle
          label={words.stop}
          run={() => engine.call('proposals.stop', {})}
          icon={<IconPlayerStop size={14} />}
        />
      ) : isReady ? null : (
        <Toggle label={words.start} run={start} icon={<IconPlayerPlay size={14} />} />
      )}
    </span>
  )
}

function Toggle(props: { label: string; icon: ReactElement; run(): Promise<QueueStatus> }): ReactElement {
  async function run(): Promise<void> {
    const queue = await attempt(props.run())
    if (queue !== null) {
      useLive.setState({ queue })
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

function start(): Promise<QueueStatus> {
  return engine.call('proposals.start', { nearPairId: useReviewing.getState().pairId })
}

function summary(status: QueueStatus): string {
  const { done, failed, total, rate, secondsLeft, isRunning } = status
  const failure = failed === 0 ? [] : [words.failed(failed)]
  if (!isRunning) {
    const text = done >= total ? words.ready(total) : words.idle(done, total)
    return [text, ...failure].join(' · ')
  }
  return [
    words.running(done, total),
    ...failure,
    ...(rate === null ? [] : [words.rate(rate)]),
    ...(secondsLeft === null ? [] : [words.left(spellDuration(secondsLeft))]),
  ].join(' · ')
}
