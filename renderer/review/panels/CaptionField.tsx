import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent, ReactElement } from 'react'
import type { Caption } from '../../../src/domain/caption'
import type { PairDocument } from '../../../src/domain/document'
import { text } from '../../text/en'
import { useReviewSession } from '../session'
import { closeCompletions } from '../commands/chain'
import { Completions, onCompletionKey, useCompletions } from './Completions'
import { moveLink } from '../commands/edits'
import { LinkedWords, regionsAtPoint } from './LinkedWords'
import styles from './Panels.module.css'
import type { DraftField } from '../commands/drafts'
import { regionsAtOffset } from './word-spans'

const words = text.review.captions

interface CaptionFieldProps {
  pairId: number
  document: PairDocument
  caption: Caption
  number: number
  draft: DraftField
}

/** A caption being written; the word under the pointer or the cursor highlights the regions that it is linked to. */
export function CaptionField({ pairId, document, caption, number, draft }: CaptionFieldProps): ReactElement {
  const { id } = caption
  const linked = useRef<HTMLDivElement>(null)
  const completions = useCompletions(pairId, id)
  const hoverRegions = useReviewSession((session) => session.hoverRegions)
  const links = document.links
    .filter(({ captionId }) => captionId === id)
    .map((link) => moveLink(link, caption.text, draft.value))
    .filter((link) => link !== null)

  function onPointerMove(event: PointerEvent): void {
    if (linked.current !== null) {
      hoverRegions(regionsAtPoint(linked.current, event.clientX, event.clientY))
    }
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (completions !== null && onCompletionKey(event, completions)) {
      event.preventDefault()
      return
    }
    // leaving keeps what was typed; undo takes it back
    if (event.key === 'Escape') {
      event.currentTarget.blur()
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      draft.commit()
      event.currentTarget.blur()
    }
  }
  return (
    <>
      <div className={styles.linkedField}>
        <LinkedWords ref={linked} text={draft.value} links={links} regions={document.regions} />
        <Textarea
          classNames={{ input: styles.linkedInput }}
          data-field={`caption-${number}`}
          data-caption-id={id}
          aria-label={words.text(number)}
          aria-autocomplete="list"
          aria-controls={completions === null ? undefined : `completions-${number}`}
          aria-activedescendant={completions === null ? undefined : `completion-${completions.at}`}
          placeholder={words.placeholder}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={2000}
          spellCheck
          value={draft.value}
          onChange={(event) => {
            closeCompletions()
            draft.onChange(event.currentTarget.value)
          }}
          onSelect={(event) => {
            const { selectionStart } = event.currentTarget
            hoverRegions(regionsAtOffset(links, selectionStart))
          }}
          onScroll={(event) => linked.current?.scrollTo({ top: event.currentTarget.scrollTop })}
          onPointerMove={onPointerMove}
          onPointerLeave={() => hoverRegions([])}
          onBlur={() => {
            draft.commit()
            closeCompletions()
            hoverRegions([])
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {completions === null ? null : <Completions id={`completions-${number}`} completions={completions} />}
    </>
  )
}
