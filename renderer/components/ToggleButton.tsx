import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'

interface ToggleButtonProps {
  label: string
  /** Its keys, as in `keysFor`. */
  keys: string
  isOn: boolean
  isDisabled?: boolean
  /** Why it cannot be pressed; null where it can. */
  reason?: string | null
  size?: number
  position?: 'top' | 'bottom' | 'left' | 'right'
  onClick(): void
  children: ReactNode
}

/** A button that stays pressed. Unlike a radio it does not take the arrow keys. */
export function ToggleButton(props: ToggleButtonProps): ReactElement {
  const { label, keys, isOn, size = 28, position = 'bottom', onClick, children } = props
  const { isDisabled = false, reason = null } = props
  return (
    <Tooltip label={keys === '' ? label : `${label} (${keys})`} position={position}>
      <ActionIcon
        size={size}
        variant={isOn ? 'filled' : 'subtle'}
        color={isOn ? 'accent' : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        disabled={isDisabled || reason !== null}
        title={reason ?? undefined}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
