import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { withKeys } from '../../keys/actions'
import type { ActionId } from '../../keys/actions'
import { KeyOnButton } from './PanelParts'
import styles from './RegionPanel.module.css'

interface RegionIconProps {
  label: string
  actionId: ActionId
  isOn?: boolean
  /** Beside the icon; seen on the selected region, which the keys act on. */
  hasKey?: boolean
  /** Why it cannot be pressed; null where it can. */
  reason?: string | null
  onClick(): void
  children: ReactNode
}

/** A button of a region, or of all of them. */
export function RegionIcon(props: RegionIconProps): ReactElement {
  const { label, actionId, isOn, hasKey = false, reason = null, onClick, children } = props
  return (
    <Tooltip label={withKeys(label, actionId)}>
      <ActionIcon
        size={22}
        className={hasKey ? styles.keyedIcon : undefined}
        variant={isOn === true ? 'filled' : 'subtle'}
        aria-label={label}
        aria-pressed={isOn}
        disabled={reason !== null}
        title={reason ?? undefined}
        onClick={onClick}
      >
        {children}
        {hasKey ? <KeyOnButton actionId={actionId} lettersAtMost={1} /> : null}
      </ActionIcon>
    </Tooltip>
  )
}
