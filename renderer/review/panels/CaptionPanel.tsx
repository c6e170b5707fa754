import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBarToUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Caption, PairDocument } from '../../../src/domain/document'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/en'
import { newCaption } from '../commands/actions'
import { applyEdit } from '../commands/apply-edit'
import { ConnectorCaption } from './ConnectorCaption'
import { CaptionField } from './CaptionField'
import { recaption } from '../commands/chain'
import { ChainButton, ChainProgress } from './ChainButton'
import { captionsByRank, makeCaptionFirst, removeCaption, setCaption } from '../commands/edits'
import { Offered } from './Offered'
import styles from './Panels.module.css'
import { Section } from './Section'
import { TYPING_PAUSE, useDraft } from '../commands/drafts'

const words = text.review.captions
const labels = text.review.labels

export function CaptionPanel({ pairId, document }: { pairId: number; document: PairDocument }): ReactElement {
  const captions = captionsByRank(document)
  return (
    <Section
      id="captions"
      title={words.title}
      aside={
        <>
          <ChainButton
            pairId={pairId}
            question="recaption"
            actionId="review.recaption"
            onClick={() => void recaption()}
          />
          <span className={styles.dim}>{captions.length}</span>
          <Tooltip label={withKeys(words.add, 'review.newCaption')}>
            <ActionIcon size={22} aria-label={words.add} onClick={newCaption}>
              <IconPlus size={14} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <ChainProgress pairId={pairId} questions={['recaption', 'complete']} />
      {captions.length === 0 ? <p className={styles.dim}>{words.none}</p> : null}
      <ol className={styles.captions} aria-label={words.title}>
        {captions.map((caption, index) => (
          <CaptionRow
            key={caption.id}
            pairId={pairId}
            document={document}
            caption={caption}
            number={index + 1}
          />
        ))}
      </ol>
      <ConnectorCaption pairId={pairId} />
    </Section>
  )
}

interface CaptionRowProps {
  pairId: number
  document: PairDocument
  caption: Caption
  number: number
}

function CaptionRow({ pairId, document, caption, number }: CaptionRowProps): ReactElement {
  const { id } = caption
  const draft = useDraft(
    caption.text,
    (typed) => applyEdit(labels.caption, (present) => setCaption(present, id, typed)),
    TYPING_PAUSE,
  )
  return (
    <li className={styles.captionRow}>
      <CaptionField pairId={pairId} document={document} caption={caption} number={number} draft={draft} />
      <div className={styles.captionFoot}>
        <span className={`${styles.dim} ${styles.captionSource}`}>
          {number === 1 ? `${words.first}, ` : null}
          {spellSource(caption.source)}
        </span>
        <span className={styles.grow} />
        {number === 1 ? null : (
          <CaptionButton
            label={words.makeFirst}
            onClick={() => applyEdit(labels.captionFirst, (present) => makeCaptionFirst(present, id))}
          >
            <IconArrowBarToUp size={14} />
          </CaptionButton>
        )}
        <CaptionButton
          label={words.delete}
          onClick={() => {
            draft.revert()
            applyEdit(labels.captionRemove, (present) => removeCaption(present, id))
          }}
        >
          <IconTrash size={14} />
        </CaptionButton>
      </div>
      <Offered pairId={pairId} captionId={id} />
    </li>
  )
}

function spellSource(source: Caption['source']): string {
  return source.kind === 'model' && source.host !== undefined
    ? text.connector.source(source.model, source.host)
    : words.sources[source.kind]
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
