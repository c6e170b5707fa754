import { Button, getDefaultZIndex, Popover, VisuallyHidden } from '@mantine/core'
import { useEffect, useLayoutEffect } from 'react'
import type { ReactElement } from 'react'
import type { Hint } from '../../../src/contract/work'
import { keysFor } from '../../keys/actions'
import type { ActionId } from '../../keys/actions'
import { text } from '../../text/chosen'
import { endHints, finishHint, followEdits, useShownHint } from './hints'
import styles from './HintCallout.module.css'

const words = text.hints

/** A dialog is about something else, and its keys are others. */
const BELOW_DIALOGS = getDefaultZIndex('modal') - 1

interface HintCalloutProps {
  hint: Hint
  position: 'left' | 'left-end' | 'right-start'
  /** The control that the hint is about, an element that takes a ref. */
  children: ReactElement
}

/** Shows a hint beside its control, while it is the next one. The focus stays where it is. */
export function HintCallout({ hint, position, children }: HintCalloutProps): ReactElement {
  const isShown = useShownHint() === hint
  return (
    <Popover
      opened={isShown}
      position={position}
      width={280}
      zIndex={BELOW_DIALOGS}
      withRoles={false}
      transitionProps={{ duration: 0 }}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown
        role="region"
        aria-label={words.label}
        className={styles.callout}
        data-keep-focus
        data-pane
        tabIndex={-1}
      >
        <p>{spellHint(hint)}</p>
        <div className={styles.buttons}>
          <Button size="compact-xs" onClick={() => finishHint(hint)}>
            {words.close}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={endHints}>
            {words.none}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Reads the shown hint to those who do not see it, and finishes it with Escape. */
export function HintAnnouncer(): ReactElement {
  const shown = useShownHint()
  useEffect(followEdits, [])
  // in place by the time the hint is on the screen: an effect may come after the key
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isOfDialog = event.target instanceof Element && event.target.closest('[role=dialog]') !== null
      if (event.key === 'Escape' && shown !== null && !isOfDialog) {
        finishHint(shown)
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [shown])
  return (
    <VisuallyHidden>
      <div aria-live="polite">{shown === null ? '' : spellHint(shown)}</div>
    </VisuallyHidden>
  )
}

function spellHint(hint: Hint): string {
  switch (hint) {
    case 'paint':
      return words.paint(firstKey('tool.brush'), firstKey('tool.eraser'))
    case 'accept':
      return words.accept(firstKey('review.accept'))
    case 'remove':
      return words.remove(firstKey('review.regionNext'), firstKey('review.regionDelete'))
    case 'caption':
      return words.caption(firstKey('review.caption'))
  }
}

/** The first of the keys that the person has for it. */
function firstKey(action: ActionId): string {
  return keysFor(action).split(' / ')[0]
}
