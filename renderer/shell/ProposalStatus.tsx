import { ActionIcon, Progress, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconSparkles } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { QueueStatus, ProposalCoverage } from '../../src/contract/proposal'
import { engine } from '../engine'
import { useCurrentPair } from '../review/session'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import styles from './StatusBar.module.css'
import { spellThroughput } from '../components/duration'

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

const summaryWords = text.shell.proposals

/** Whether there are pairs to propose for, and nothing proposes for them. */
export function canPropose({ isRunning, coverage }: QueueStatus): boolean {
  return !isRunning && coverage !== null && coverage.missing > 0
}

/** Of the run while there is one; else of the folder's pairs, with what failed in the last run. */
export function proposalSummary(status: QueueStatus): string {
  const { done, failed, total, isRunning, coverage } = status
  const failure = failed === 0 ? [] : [summaryWords.failed(failed)]
  if (isRunning) {
    return [summaryWords.running(done, total), ...failure, ...spellThroughput(status)].join(' · ')
  }
  return [coverage === null ? summaryWords.label : spellCoverage(coverage), ...failure].join(' · ')
}

function spellCoverage({ pairs, proposed, missing }: ProposalCoverage): string {
  if (missing > 0) {
    return summaryWords.missing(missing, pairs)
  }
  return proposed < pairs ? summaryWords.some(proposed, pairs) : summaryWords.ready(pairs)
}
