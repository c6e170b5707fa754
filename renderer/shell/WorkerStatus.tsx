import { Menu, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconServer2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import type { WorkersStatus } from '../../src/contract/workers'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { text } from '../text/chosen'
import styles from './StatusBar.module.css'

const words = text.shell.workers

/** Between two looks; the engine asks the database no more often. */
const LOOK_MILLISECONDS = 5000

/** Pairs that are named; `deltascribe worker --status` names all. */
const MOST_NAMED = 5

/** Programs on other machines that propose for a shared project; nothing where there are none and none is wanted. */
export function WorkerStatus(): ReactElement | null {
  const storePath = useEngineState((state) =>
    state.project?.isShared === true ? state.project.storePath : null,
  )
  const status = useStatus(storePath)
  if (status === null) {
    return null
  }
  const { workers, jobs, failures, rate } = status
  const open = jobs.reduce((sum, { waiting, active }) => sum + waiting + active, 0)
  if (workers.length === 0 && open === 0 && failures.length === 0) {
    return null
  }
  const present = workers.filter(({ isSilent }) => !isSilent).length
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
        {workers.map(({ machine, pid, done, seconds, isSilent }) => (
          <Menu.Label key={`${machine} ${pid}`}>
            {isSilent ? words.silent(machine, seconds) : words.present(machine, done)}
          </Menu.Label>
        ))}
        {failures.slice(0, MOST_NAMED).map(({ pair, proposer, reason }) => (
          <Menu.Label key={`${pair} ${proposer}`}>{words.failed(pair, reason)}</Menu.Label>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** @param storePath of the shared project; null for none */
function useStatus(storePath: string | null): WorkersStatus | null {
  const [status, setStatus] = useState<WorkersStatus | null>(null)
  useEffect(() => {
    if (storePath === null) {
      return undefined
    }
    let isCurrent = true
    const look = (): void => {
      // what else is asked for tells of a database that is away
      engine.call('workers.status', {}).then(
        (found) => isCurrent && setStatus(found),
        () => undefined,
      )
    }
    look()
    const timer = window.setInterval(look, LOOK_MILLISECONDS)
    return () => {
      isCurrent = false
      window.clearInterval(timer)
    }
  }, [storePath])
  return storePath === null ? null : status
}
