import { Button } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { withKeys } from '../keys/actions'
import type { ActionId } from '../keys/actions'
import styles from './OthersBars.module.css'

interface BarProps {
  icon: ReactNode
  message: string
  button?: string
  actionId?: ActionId
  onClick?(): void
}

/** A line above the pair that says what others do, with what to do about it. */
export function OthersBar({ icon, message, button, actionId, onClick }: BarProps): ReactElement {
  return (
    <div className={styles.bar} data-keep-focus>
      {icon}
      <output className={styles.message} data-selectable>
        {message}
      </output>
      {button === undefined || actionId === undefined ? null : (
        <Button size="compact-sm" variant="default" title={withKeys(button, actionId)} onClick={onClick}>
          {button}
        </Button>
      )}
    </div>
  )
}
