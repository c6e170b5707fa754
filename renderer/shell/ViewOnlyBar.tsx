import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { withKeys } from '../keys/actions'
import { openForEditing } from '../open/take-over'
import { useViewOnly, viewOnlyReason } from '../state/view-only'
import { text } from '../text/en'
import styles from './AppShell.module.css'

/** Who has the open project, and the way to edit it here. */
export function ViewOnlyBar(): ReactElement | null {
  const viewOnly = useViewOnly()
  const [isOpening, setOpening] = useState(false)
  if (viewOnly === null) {
    return null
  }
  async function takeOver(): Promise<void> {
    setOpening(true)
    await openForEditing()
    setOpening(false)
  }
  return (
    <div className={styles.viewOnlyBar} data-keep-focus>
      <IconEye size={16} aria-hidden />
      <output className={styles.viewOnlyReason} data-selectable>
        {viewOnlyReason(viewOnly)}
      </output>
      <Button
        size="compact-sm"
        variant={viewOnly.hasClosed ? 'filled' : 'default'}
        loading={isOpening}
        title={withKeys(text.shell.viewOnly.open, 'app.openForEditing')}
        onClick={() => void takeOver()}
      >
        {text.shell.viewOnly.open}
      </Button>
    </div>
  )
}
