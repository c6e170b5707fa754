/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- its keys are those of the field that it belongs to */
import { Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactElement, Ref } from 'react'
import type { Caption, Link, PairDocument, Region } from '../../../src/domain/document'
import { text } from '../../text/chosen'
import { useReviewSession } from '../session'
import { takeOffered } from '../commands/chain'
import { closeCompletions, chainOf, stepCompletion, useChain } from '../commands/chain-store'
import { captionField, useField } from '../../state/fields'
import { moveLink } from '../commands/edits'
import styles from './CaptionField.module.css'
import type { DraftField } from '../commands/drafts'
import { regionsAtOffset, wordSpans } from './word-spans'
import { categoryColor } from '../../components/colors'

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
  const field = useField<HTMLTextAreaElement>(captionField(id))
  const linked = useRef<HTMLDivElement>(null)
  const completions = useCompletions(pairId, id)
  const hoverRegions = useReviewSession((session) => session.hoverRegions)
  const setWrittenCaption = useReviewSession((session) => session.setWrittenCaption)
  useEffect(() => () => stopWriting(id), [id])
  const links = document.links
    .filter(({ captionId }) => captionId === id)
    .map((link) => moveLink(link, caption.text, draft.value))
    .filter((link) => link !== null)

  return (
    <>
      <div className={styles.linkedField}>
        <LinkedWords ref={linked} text={draft.value} links={links} regions={document.regions} />
        <Textarea
          classNames={{ input: styles.linkedInput }}
          ref={field}
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
          onPointerMove={({ clientX, clientY }) => {
            if (linked.current !== null) {
              hoverRegions(regionsAtPoint(linked.current, clientX, clientY))
            }
          }}
          onPointerLeave={() => hoverRegions([])}
          onFocus={() => setWrittenCaption(id)}
          onBlur={(event) => leave(event.currentTarget, draft)}
          onKeyDown={(event) => pressKey(event, completions, draft)}
        />
      </div>
      {completions === null ? null : <Completions id={`completions-${number}`} completions={completions} />}
    </>
  )
}

function pressKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  completions: ShownCompletions | null,
  draft: DraftField,
): void {
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

function leave(field: HTMLTextAreaElement, draft: DraftField): void {
  const { hoverRegions, setWrittenCaption } = useReviewSession.getState()
  // it keeps the focus while another window has it
  if (field.ownerDocument.activeElement !== field) {
    setWrittenCaption(null)
  }
  draft.commit()
  closeCompletions()
  hoverRegions([])
}

/** Stops writing in a field that is taken off the page while it has the focus: it gets no blur event. */
function stopWriting(captionId: string): void {
  const { writtenCaptionId, setWrittenCaption } = useReviewSession.getState()
  if (writtenCaptionId === captionId) {
    setWrittenCaption(null)
  }
}

interface LinkedWordsProps {
  ref: Ref<HTMLDivElement>
  text: string
  links: readonly Link[]
  regions: readonly Region[]
}

/**
 * The same text as in the field that lies over it, letter for letter. Only its marks are visible: a line under words
 * that are linked to a region, and a background behind those whose region is highlighted.
 */
function LinkedWords({ ref, text, links, regions }: LinkedWordsProps): ReactElement {
  const hovered = useReviewSession((session) => session.hoveredRegionIds)
  const selected = useReviewSession((session) => session.selectedRegionId)
  const lit = hovered.length > 0 ? hovered : selected === null ? [] : [selected]
  return (
    <div ref={ref} className={styles.linkedWords} data-linked-words aria-hidden>
      {wordSpans(text, links).map(({ start, text: piece, regionIds }) =>
        regionIds.length === 0 ? (
          piece
        ) : (
          <mark
            key={start}
            data-regions={regionIds.join(' ')}
            data-lit={regionIds.some((id) => lit.includes(id)) || undefined}
            style={{ textDecorationColor: colorOf(regionIds[0], regions) }}
          >
            {piece}
          </mark>
        ),
      )}
    </div>
  )
}

function colorOf(regionId: string, regions: readonly Region[]): string | undefined {
  const region = regions.find(({ id }) => id === regionId)
  return region === undefined ? undefined : categoryColor(region.category)
}

/** The regions that the word at a point of the window is linked to. */
function regionsAtPoint(linked: HTMLElement, x: number, y: number): string[] {
  for (const word of linked.querySelectorAll<HTMLElement>('mark')) {
    const isHere = [...word.getClientRects()].some(
      (box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom,
    )
    if (isHere) {
      return (word.dataset['regions'] ?? '').split(' ')
    }
  }
  return []
}

type ShownCompletions = NonNullable<ReturnType<typeof useChain.getState>['completions']>

const chainWords = text.review.chain

/** Completions that are offered for this caption; null for none. */
function useCompletions(pairId: number, captionId: string): ShownCompletions | null {
  const completions = useChain((chain) => chainOf(chain, pairId).completions)
  return completions?.captionId === captionId ? completions : null
}

interface CompletionsProps {
  id: string
  completions: ShownCompletions
}

/** Ways to go on with what was typed. */
function Completions({ id, completions }: CompletionsProps): ReactElement {
  return (
    <div id={id} role="listbox" aria-label={chainWords.completions} className={styles.completions}>
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

function take(completions: ShownCompletions, at: number): void {
  takeOffered(completions, completions.captions[at], text.review.labels.completion)
}

/** Whether the key was for the list. */
function onCompletionKey(event: KeyboardEvent, completions: ShownCompletions): boolean {
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
