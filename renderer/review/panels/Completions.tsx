/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- its keys are those of the field that it belongs to */
import type { KeyboardEvent, ReactElement } from 'react'
import { text } from '../../text/en'
import { chainOf, closeCompletions, stepCompletion, takeOffered, useChain } from '../commands/chain'
import styles from './Panels.module.css'

type Shown = NonNullable<ReturnType<typeof useChain.getState>['completions']>

const words = text.review.chain

/** What is offered for this caption; null for nothing. */
export function useCompletions(pairId: number, captionId: string): Shown | null {
  const completions = useChain((chain) => chainOf(chain, pairId).completions)
  return completions?.captionId === captionId ? completions : null
}

interface CompletionsProps {
  id: string
  completions: Shown
}

/** Ways to go on with what was typed. */
export function Completions({ id, completions }: CompletionsProps): ReactElement {
  return (
    <div id={id} role="listbox" aria-label={words.completions} className={styles.completions}>
      {completions.captions.map((caption, at) => (
        <div
          key={caption.id}
          id={`completion-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === completions.at}
          className={styles.completion}
          // the field keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(completions, at)}
        >
          {caption.text}
        </div>
      ))}
    </div>
  )
}

function take(completions: Shown, at: number): void {
  takeOffered(completions, completions.captions[at], text.review.labels.completion)
}

/** Whether the key was for the list. */
export function onCompletionKey(event: KeyboardEvent, completions: Shown): boolean {
  switch (event.key) {
    case 'ArrowDown':
      stepCompletion(1)
      return true
    case 'ArrowUp':
      stepCompletion(-1)
      return true
    case 'Enter':
    case 'Tab':
      take(completions, completions.at)
      return true
    case 'Escape':
      closeCompletions()
      return true
    default:
      return false
  }
}
