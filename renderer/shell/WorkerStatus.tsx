import { Menu, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconServer2 } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { WORKER_TASKS } from '../../src/contract/workers'
import { engine } from '../engine'
import { useViewOnly } from '../state/view-only'
import { attempt, notify } from '../state/notices'
import { useRefusal } from '../state/person'
import { lookAtWorkers, useWorkers } from '../state/workers'
import { text } from '../text/chosen'
import styles from './StatusBar.module.css'

const words = text.shell.workers

/** Pairs that are named; `deltascribe worker --status` names all. */
const MOST_NAMED = 5

/** Programs on other machines that propose for a shared project; nothing where there are none and none is wanted. */
export function WorkerStatus(): ReactElement | null {
  const status = useWorkers()
  const refusal = useRefusal('adjudicator')
  const viewOnly = useViewOnly()
  if (status === null) {
    return null
  }
  const { workers, jobs, failures, rate, runs } = status
  const open = jobs.reduce((sum, { waiting, active }) => sum + waiting + active, 0)
  if (workers.length === 0 && open === 0 && failures.length === 0 && runs.length === 0) {
    return null
  }
  const present = workers.filter(({ isSilent }) => !isSilent).length
  const canPropose = workers.some(({ isSilent, tasks }) => !isSilent && tasks.includes('proposals'))
  const isWell = failures.length === 0 && (present > 0 || open === 0)
  return (
    <Menu position="top-end">
      <Menu.Target>
        <UnstyledButton className={styles.item} data-warning={isWell ? undefined : true}>
          {isWell ? <IconServer2 size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
          {words.summary(present, open)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.shell.proposals.rate(rate / 60)}</Menu.Label>
        {workers.map(({ machine, pid, done, seconds, isSilent, tasks }) => (
          <Menu.Label key={`${machine} ${pid}`}>
            {isSilent ? words.silent(machine, seconds) : words.present(machine, done, tasksOf(tasks))}
          </Menu.Label>
        ))}
        {runs.map(({ run, state, machine }) => (
          <Menu.Label key={run}>{words.run(state, machine)}</Menu.Label>
        ))}
        {failures.slice(0, MOST_NAMED).map(({ pair, proposer, reason }) => (
          <Menu.Label key={`${pair} ${proposer}`}>{words.failed(pair, reason)}</Menu.Label>
        ))}
        {canPropose && viewOnly === null ? (
          <Menu.Item disabled={refusal !== null} title={refusal ?? undefined} onClick={() => void askAll()}>
            {words.propose}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

/** For all that lack one by what proposes now. */
async function askAll(): Promise<void> {
  const asked = await attempt(engine.call('workers.ask', { proposer: null, limit: null }))
  if (asked !== null) {
    lookAtWorkers()
    notify('info', asked.added === 0 ? words.allAsked : words.asked(asked.added))
  }
}

/** Those of a newer version are not named. */
function tasksOf(tasks: readonly string[]): string {
  const known = WORKER_TASKS.filter((task) => tasks.includes(task))
  return known.map((task) => words.tasks[task]).join(', ')
}
