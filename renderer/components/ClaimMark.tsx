import { IconUser } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useOtherAt, wordsOf } from '../state/claims'
import { text } from '../text/chosen'
import styles from './ClaimMark.module.css'

const words = text.others.claims

/** Who else is at a pair now; nothing where nobody is. @param isNamed whether there is room for the name */
export function ClaimMark(props: { pairId: number; isNamed?: boolean }): ReactElement | null {
  const { pairId, isNamed = true } = props
  const other = useOtherAt(pairId)
  if (other === null) {
    return null
  }
  const name = other.name || words.somebody
  const { at } = wordsOf(other)
  return (
    <span className={styles.mark} title={at} role="img" aria-label={at}>
      <IconUser size={12} aria-hidden />
      {isNamed ? (
        <span className={styles.name} aria-hidden>
          {name}
        </span>
      ) : null}
    </span>
  )
}
