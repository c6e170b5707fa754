import { Textarea } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Review } from '../../../src/domain/pair'
import { text } from '../../text/en'
import { applyEdit } from '../commands/apply-edit'
import { setNotes } from '../commands/edits'
import { NOTES_FIELD } from '../commands/fields'
import { useField } from '../../state/fields'
import { Section } from './Section'
import { TYPING_PAUSE, useDraft } from '../commands/drafts'

const words = text.review.state

export function NotesPanel({ review }: { review: Review }): ReactElement {
  const draft = useDraft(
    review.notes,
    (typed) => applyEdit(text.review.labels.notes, (document) => setNotes(document, typed)),
    TYPING_PAUSE,
  )
  const field = useField<HTMLTextAreaElement>(NOTES_FIELD)
  return (
    <Section id="notes" title={words.notes}>
      <Textarea
        ref={field}
        aria-label={words.notes}
        placeholder={words.notesPlaceholder}
        autosize
        minRows={1}
        maxRows={10}
        maxLength={10_000}
        value={draft.value}
        onChange={(event) => draft.onChange(event.currentTarget.value)}
        onBlur={draft.commit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.currentTarget.blur()
          }
        }}
      />
    </Section>
  )
}
