import { IconCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { usePairList } from './list'
import styles from './Queue.module.css'

/** For the mouse; the row itself says to screen readers whether it is selected, and Space changes it. */
export function SelectMark({ id, isSelected }: { id: number; isSelected: boolean }): ReactElement {
  return (
    <span
      className={styles.select}
      data-selected={isSelected || undefined}
      role="presentation"
      onClick={(event) => {
        event.stopPropagation()
        const { extendTo, toggle } = usePairList.getState()
        if (event.shiftKey) {
          extendTo(id)
        } else {
          toggle(id)
        }
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span className={styles.box}>
        <IconCheck aria-hidden stroke={3} />
      </span>
    </span>
  )
}
