import { IconUser } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useOtherAt } from '../state/claims'
import { text } from '../text/chosen'
import styles from './ClaimMark.module.css'

const words = text.others.claims

/** Who else is at a pair now; nothing where nobody is. */
export function ClaimMark({ pairId }: { pairId: number }): ReactElement | null {
  const other = useOtherAt(pairId)
  if (other === null) {
    return null
  }
  const name = other.name || words.somebody
  return (
    <span className={styles.mark} title={words.at(name)} role="img" aria-label={words.at(name)}>
      <IconUser size={12} aria-hidden />
      <span className={styles.name} aria-hidden>
        {name}
      </span>
    </span>
  )
}
