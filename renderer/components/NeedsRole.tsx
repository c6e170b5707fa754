import type { ReactElement, ReactNode } from 'react'
import type { Role } from '../../src/contract/person'
import { useRefusal } from '../state/person'
import styles from './NeedsRole.module.css'
import shared from './shared.module.css'

/** Fields and buttons that need a role: shown and disabled, with the reason, to who has a lower one. */
export function NeedsRole({ least, children }: { least: Role; children: ReactNode }): ReactElement {
  const refusal = useRefusal(least)
  return refusal === null ? (
    <>{children}</>
  ) : (
    <>
      <p className={shared.note}>{refusal}</p>
      <fieldset className={styles.disabled} disabled>
        {children}
      </fieldset>
    </>
  )
}
