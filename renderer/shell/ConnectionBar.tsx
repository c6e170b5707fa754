import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ReactElement } from 'react'
import { text } from '../text/en'
import styles from './ConnectionBar.module.css'
import { useEngineState } from '../state/engine-state'
import { notify } from '../state/notices'

export function ConnectionBar(): ReactElement | null {
  const isLost = useEngineState((state) => state.isLost)
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !isLost) {
      notify('info', text.shell.engineBack)
    }
    wasLost.current = isLost
  }, [isLost])
  return isLost ? (
    <div role="alert" className={styles.bar}>
      <Loader size={14} color="currentColor" />
      {text.shell.engineLost}
    </div>
  ) : null
}
