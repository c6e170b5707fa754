import { ActionIcon, Tooltip, Button } from '@mantine/core'
import { IconArrowBarToUp, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Caption, PairDocument } from '../../../src/domain/document'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/chosen'
import { newCaption } from '../commands/actions'
import { applyEdit, useReviewDocument } from '../document'
import { ConnectorCaption } from './ConnectorCaption'
import { CaptionField } from './CaptionField'
import { recaption, takeOffered } from '../commands/chain'
import { chainOf, dismissOffered, offeredFor, useChain } from '../commands/chain-store'
import { ChainButton, ChainProgress } from './ChainButton'
import { captionsByRank, makeCaptionFirst, removeCaption, setCaption } from '../commands/edits'
import shared from '../../components/shared.module.css'
import styles from './CaptionPanel.module.css'
import { HintCallout } from '../hints/HintCallout'
import { Section } from './PanelParts'
import { TYPING_PAUSE, useDraft } from '../commands/drafts'
import { NO_STEPS } from '../own-edits'
import { addModelCaption } from '../commands/chain-edits'

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
          <span className={shared.note}>{captions.length}</span>
          <Tooltip label={withKeys(words.add, 'review.newCaption')}>
            <ActionIcon size={22} aria-label={words.add} onClick={newCaption}>
              <IconPlus size={14} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <ChainProgress pairId={pairId} questions={['recaption', 'complete']} />
      {captions.length === 0 ? <p className={shared.note}>{words.none}</p> : null}
      <HintCallout hint="caption" position="left">
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
      </HintCallout>
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
    (typed, since) => applyEdit(labels.caption, (present) => setCaption(present, id, typed), since),
    TYPING_PAUSE,
    useReviewDocument(({ open }) => open?.version),
  )
  return (
    <li className={styles.captionRow}>
      <CaptionField pairId={pairId} document={document} caption={caption} number={number} draft={draft} />
      <div className={styles.captionFoot}>
        <span className={`${shared.note} ${styles.captionSource}`}>
          {number === 1 ? `${words.first}, ` : null}
          {spellSource(caption.source)}
        </span>
        <span className={shared.grow} />
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

const offeredWords = text.review.chain
const offeredLabels = text.review.labels

/** Further captions of the model, to take in place of a caption or beside it. */
function Offered({ pairId, captionId }: { pairId: number; captionId: string }): ReactElement | null {
  const steps = useReviewDocument((state) => state.steps.get(pairId) ?? NO_STEPS)
  const offered = useChain((chain) => offeredFor(chainOf(chain, pairId), steps))
  if (offered === null || offered.captionId !== captionId) {
    return null
  }
  return (
    <section className={styles.offered} aria-label={offeredWords.offered}>
      <div className={styles.offeredHead}>
        <span className={shared.note}>{offeredWords.offered}</span>
        <span className={shared.grow} />
        <ActionIcon size={20} aria-label={offeredWords.dismiss} onClick={dismissOffered}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      <ul>
        {offered.captions.map((caption) => (
          <li key={caption.id}>
            <span data-selectable>{caption.text}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={offeredWords.useInstead(caption.text)}
              onClick={() => takeOffered(offered, caption, offeredLabels.captionTaken)}
            >
              {offeredWords.use}
            </Button>
            <Tooltip label={offeredWords.addToo}>
              <ActionIcon
                size={20}
                aria-label={`${offeredWords.addToo}: ${caption.text}`}
                onClick={() =>
                  applyEdit(offeredLabels.captionAdd, (document) =>
                    addModelCaption(document, caption, offered.links, crypto.randomUUID()),
                  )
                }
              >
                <IconPlus size={14} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  )
}
