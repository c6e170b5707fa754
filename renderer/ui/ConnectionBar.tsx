import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ReactElement } from 'react'
import { text } from '../text/en'
import styles from './ConnectionBar.module.css'
import { useLive } from './live'
import { say } from './notices'

export function ConnectionBar(): ReactElement | null {
  const isLost = useLive((live) => live.isLost)
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !isLost) {
      say('info', text.frame.engineBack)
    }
    wasLost.current = isLost
  }, [isLost])
  return isLost ? (
    <div role="alert" className={styles.bar}>
      <Loader size={14} color="currentColor" />
      {text.frame.engineLost}
    </div>
  ) : null
}
