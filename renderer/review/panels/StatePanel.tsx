import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconCheck, IconFlag, IconRotate, IconX } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import { withKeys } from '../../keys/actions'
import type { ActionId } from '../../keys/actions'
import { text } from '../../text/chosen'
import { StateMark } from '../../components/ReviewStates'
import { DraftText, KeyOnButton, Section } from './PanelParts'
import { decideAndNext, decideHere, reviewNeighbour } from '../commands/navigation'
import shared from '../../components/shared.module.css'
import { HintCallout } from '../hints/HintCallout'
import styles from './StatePanel.module.css'
import type { Review } from '../../../src/domain/pair'
import { useIsLooking } from '../commands/claims'
import { applyEdit, useReviewDocument } from '../document'
import { setNotes } from '../commands/edits'
import { NOTES_FIELD, useField } from '../../state/fields'
import { TYPING_PAUSE, useDraft } from '../commands/drafts'

const words = text.review.state

/** Always in sight: what the pair counts as, and where to go from here. */
export function StatePanel({ open }: { open: OpenPair }): ReactElement {
  const { review } = open.document
  const isViewOnly = useIsLooking()
  const canReopen = review.state !== 'unreviewed'
  return (
    <section className={styles.state} aria-label={words.title}>
      <div className={styles.stateLine}>
        <StateMark state={review.state} isNamed />
        {review.reviewer === null || review.reviewer === '' ? null : (
          <span className={shared.note}>{words.by(review.reviewer)}</span>
        )}
        <span className={shared.grow} />
        {canReopen ? (
          <Button
            size="compact-xs"
            disabled={isViewOnly}
            variant="subtle"
            leftSection={<IconRotate size={12} />}
            title={withKeys(text.keys.actions['review.reopen'], 'review.reopen')}
            onClick={() => decideHere('reopen')}
          >
            {words.reopen}
          </Button>
        ) : null}
      </div>
      <AcceptButton isDisabled={open.pair.problem !== null || isViewOnly} />
      <div className={styles.decisions}>
        <Decision
          label={words.previous}
          actionId="review.previous"
          icon={<IconArrowLeft size={14} />}
          onClick={() => reviewNeighbour(-1)}
        />
        <Decision
          label={words.flag}
          actionId="review.flag"
          icon={<IconFlag size={14} />}
          isDisabled={isViewOnly}
          onClick={() => decideAndNext('flag')}
        />
        <Decision
          label={words.reject}
          actionId="review.reject"
          icon={<IconX size={14} />}
          isDisabled={isViewOnly}
          onClick={() => decideAndNext('reject')}
        />
        <Decision
          label={words.skip}
          actionId="review.next"
          icon={<IconArrowRight size={14} />}
          onClick={() => reviewNeighbour(1)}
        />
      </div>
    </section>
  )
}

function AcceptButton({ isDisabled }: { isDisabled: boolean }): ReactElement {
  return (
    <HintCallout hint="accept" position="left-end">
      <div>
        <Button
          fullWidth
          disabled={isDisabled}
          size="sm"
          leftSection={<IconCheck size={16} />}
          rightSection={<KeyOnButton actionId="review.accept" lettersAtMost={16} />}
          onClick={() => decideAndNext('accept')}
        >
          {words.acceptNext}
        </Button>
      </div>
    </HintCallout>
  )
}

function Decision(props: {
  label: string
  actionId: ActionId
  icon: ReactNode
  isDisabled?: boolean
  onClick(): void
}): ReactElement {
  return (
    <Button
      variant="default"
      disabled={props.isDisabled === true}
      className={styles.decision}
      leftSection={props.icon}
      rightSection={<KeyOnButton actionId={props.actionId} lettersAtMost={6} />}
      title={withKeys(props.label, props.actionId)}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  )
}

export function NotesPanel({ review }: { review: Review }): ReactElement {
  const draft = useDraft(
    review.notes,
    (typed, since) => applyEdit(text.review.labels.notes, (document) => setNotes(document, typed), since),
    TYPING_PAUSE,
    useReviewDocument(({ open }) => open?.version),
  )
  const field = useField<HTMLTextAreaElement>(NOTES_FIELD)
  return (
    <Section id="notes" title={words.notes}>
      <DraftText
        field={field}
        label={words.notes}
        placeholder={words.notesPlaceholder}
        maxRows={10}
        maxLength={10_000}
        draft={draft}
      />
    </Section>
  )
}
