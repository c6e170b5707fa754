import { IconAlertTriangle, IconServer } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useEngineState } from '../state/engine-state'
import { text } from '../text/chosen'
import styles from './StatusBar.module.css'
import { spellMessage } from '../text/message'

const words = text.shell.machine

/** The other machine that makes the proposals; nothing where this one does. */
export function MachineStatus(): ReactElement | null {
  const remote = useEngineState((state) => state.remote)
  if (remote === null || remote.host === null) {
    return null
  }
  const { host, isAgreed, problem } = remote
  const isWell = isAgreed && problem === null
  const hint = isAgreed ? spellMessage(problem ?? '') : words.notAgreed
  return (
    <output
      className={styles.item}
      data-warning={isWell ? undefined : true}
      title={hint === '' ? undefined : hint}
    >
      {isWell ? <IconServer size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
      {isWell ? words.at(host) : words.waits(host)}
    </output>
  )
}
