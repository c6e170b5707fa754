import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { IconArrowBarToUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent, ReactElement } from 'react'
import type { Caption } from '../../../src/domain/caption'
import type { PairDocument } from '../../../src/domain/document'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/en'
import { newCaption } from './actions'
import { applyEdit } from './apply'
import { captionsByRank, makeCaptionFirst, removeCaption, setCaption } from './edits'
import styles from './Panels.module.css'
import { Section } from './Section'
import { typingPause, useDraft } from './use-draft'

const words = text.review.captions
const labels = text.review.labels

export function CaptionPanel({ document }: { document: PairDocument }): ReactElement {
  const captions = captionsByRank(document)
  return (
    <Section
      id="captions"
      title={words.title}
      aside={
        <>
          <span className={styles.dim}>{captions.length}</span>
          <Tooltip label={withKeys(words.add, 'review.newCaption')}>
            <ActionIcon size={22} aria-label={words.add} onClick={newCaption}>
              <IconPlus size={14} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      {captions.length === 0 ? <p className={styles.dim}>{words.none}</p> : null}
      <ol className={styles.captions} aria-label={words.title}>
        {captions.map((caption, index) => (
          <CaptionRow key={caption.id} caption={caption} number={index + 1} />
        ))}
      </ol>
    </Section>
  )
}

function CaptionRow({ caption, number }: { caption: Caption; number: number }): ReactElement {
  const { id } = caption
  const draft = useDraft(
    caption.text,
    (typed) => applyEdit(labels.caption, (document) => setCaption(document, id, typed)),
    typingPause,
  )
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
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
    <li className={styles.captionRow}>
      <Textarea
        data-field={`caption-${number}`}
        aria-label={words.text(number)}
        placeholder={words.placeholder}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={2000}
        spellCheck
        value={draft.value}
        onChange={(event) => draft.onChange(event.currentTarget.value)}
        onBlur={draft.commit}
        onKeyDown={onKeyDown}
      />
      <div className={styles.captionFoot}>
        <span className={styles.dim}>
          {number === 1 ? `${words.first}, ` : null}
          {words.sources[caption.source.kind]}
        </span>
        <span className={styles.grow} />
        {number === 1 ? null : (
          <CaptionButton
            label={words.makeFirst}
            onClick={() => applyEdit(labels.captionFirst, (document) => makeCaptionFirst(document, id))}
          >
            <IconArrowBarToUp size={14} />
          </CaptionButton>
        )}
        <CaptionButton
          label={words.delete}
          onClick={() => {
            draft.revert()
            applyEdit(labels.captionRemove, (document) => removeCaption(document, id))
          }}
        >
          <IconTrash size={14} />
        </CaptionButton>
      </div>
    </li>
  )
}

function CaptionButton(props: { label: string; onClick(): void; children: ReactElement }): ReactElement {
  return (
    <Tooltip label={props.label}>
      <ActionIcon size={20} aria-label={props.label} onClick={props.onClick}>
        {props.children}
      </ActionIcon>
    </Tooltip>
  )
}
