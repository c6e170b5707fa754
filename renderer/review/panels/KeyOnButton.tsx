import type { ReactElement } from 'react'
import { isMac, presentBindings } from '../../keys/actions'
import type { ActionId } from '../../keys/actions'
import { keyCaps } from '../../keys/combination'
import { useEngineState } from '../../state/engine-state'
import styles from './Panels.module.css'

interface KeyOnButtonProps {
  actionId: ActionId
  /** A key that takes more has no room. */
  lettersAtMost: number
}

/** The first key of an action, drawn on its button; its tooltip has them all. */
export function KeyOnButton({ actionId, lettersAtMost }: KeyOnButtonProps): ReactElement | null {
  useEngineState((state) => state.settings.keys)
  const key = presentBindings().get(actionId)?.[0]
  const spelt = key === undefined ? '' : keyCaps(key, isMac).join('+')
  return spelt === '' || spelt.length > lettersAtMost ? null : (
    <span aria-hidden className={styles.keyOnButton}>
      {spelt}
    </span>
  )
}
