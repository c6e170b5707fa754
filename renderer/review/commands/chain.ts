import type { Caption, PairDocument } from '../../../src/domain/document'
import type { OpenPair } from '../../../src/contract/pairs'
import { statesNoChange } from '../../../src/metrics/no-change'
import { engine } from '../../engine'
import { text } from '../../text/chosen'
import { notify } from '../../state/notices'
import { useReviewDocument, applyEdit } from '../document'
import { useReviewSession, isCurrentPairShown } from '../session'
import {
  answerToReplace,
  captionToReplace,
  isDecided,
  namedMasks,
  replaceCaption,
  stillFitting,
  takeCaption,
  takeMasksAtThreshold,
  takeRegions,
} from './chain-edits'
import { NOBODY, NOTHING, otherPairInProgress, useChain } from './chain-store'
import type { ChainQuestion, Offer } from './chain-store'
import { commitDrafts, storeDrafts } from './drafts'
import { captionsByRank } from './edits'
import { captionField, textBeforeCursor } from '../../state/fields'
import { fetchProposers, isAnsweredByOneInUse } from '../../state/proposers'
import { messageOf, spellMessage } from '../../text/message'

/** Counts the projects that were opened: pair numbers start anew in each. */
let project = 0

const labels = text.review.labels
const words = text.review.chain

/**
 * Replaces the active caption by the model's caption for the present regions, or adds it where no model wrote
 * the active one, and offers others.
 */
export async function recaption(): Promise<void> {
  await runQuestion('recaption', async ({ pair, document }) => {
    const activeId = activeCaption(document)?.id ?? null
    const regions = namedMasks(document)
    const answer = await engine.call('chain.recaption', { pairId: pair.id, regions, begin: '' })
    const [best, ...others] = answer.captions
    if (best === undefined) {
      return { message: words.noCaption }
    }
    return () => {
      let taken = best.id
      const stepId = applyEdit(labels.recaption, (now) => {
        // its text may have been edited since the question
        const active = now.captions.find(({ id }) => id === activeId) ?? null
        const isOwn = isAnsweredByOneInUse('recaption')
        const captionId = isOwn ? captionToReplace(active) : answerToReplace(active)
        taken = captionId ?? best.id
        return (isOwn ? takeCaption : replaceCaption)(now, captionId, best, answer.links)
      })
      const isOffer = stepId !== null && others.length > 0
      useChain.setState({
        offered: isOffer ? { stepId, captionId: taken, captions: others, links: answer.links } : null,
      })
    }
  })
}

/** Replaces the regions that nobody accepted by those that the active caption describes. */
export async function remask(): Promise<void> {
  await runQuestion('remask', async ({ pair, document }) => {
    const caption = activeCaption(document)
    if (caption === null || caption.text === '') {
      return { message: words.needsCaption }
    }
    const answer = await engine.call('chain.remask', {
      pairId: pair.id,
      captionId: caption.id,
      caption: caption.text,
    })
    const isEmpty = answer.regions.length === 0
    const remarks = answer.remarks.map(spellMessage).join(' ')
    if (isEmpty && !statesNoChange(caption.text)) {
      return { message: remarks === '' ? words.noRegion(caption.text) : remarks }
    }
    return () => {
      const before = presentDocument()
      if (
        isEmpty &&
        !before?.captions.some(({ id, text: now }) => id === caption.id && statesNoChange(now))
      ) {
        const message = words.noRegion(caption.text)
        useChain.setState({ problem: { question: 'remask', message } })
        return
      }
      applyEdit(labels.remask, (now) => takeRegions(now, caption, answer.regions, answer.links))
      if (remarks !== '') {
        useChain.setState({ problem: { question: 'remask', message: remarks } })
      }
      if (isEmpty) {
        notifyRemoved((before?.regions.length ?? 0) - (presentDocument()?.regions.length ?? 0))
      }
      useReviewSession.getState().selectRegion(null)
      useReviewSession.getState().hoverRegions([])
    }
  })
}

/**
 * Replaces the undecided regions by those that the model would propose at this threshold.
 * @param isWanted whether they still are, once they are there
 * @returns whether the regions are those of this threshold now
 */
export async function masksAtThreshold(threshold: number, isWanted: () => boolean): Promise<boolean> {
  let isCut = false
  await runQuestion('threshold', async ({ pair }) => {
    const answer = await engine.call('chain.threshold', { pairId: pair.id, threshold })
    return () => {
      if (!isWanted()) {
        return
      }
      isCut = true
      const stepId = applyEdit(labels.threshold(threshold), (now) =>
        takeMasksAtThreshold(now, answer, threshold),
      )
      if (stepId === null) {
        notify('info', nothingAtThreshold())
        return
      }
      useReviewSession.getState().selectRegion(null)
      useReviewSession.getState().hoverRegions([])
    }
  })
  return isCut
}

/** Offers ways to go on with what stands before the cursor in the caption field. */
export async function complete(): Promise<void> {
  const captionId = useReviewSession.getState().writtenCaptionId
  const begin = captionId === null ? null : textBeforeCursor(captionField(captionId))
  if (captionId === null || begin === null) {
    return
  }
  await runQuestion('complete', async ({ pair, document }) => {
    const answer = await engine.call('chain.recaption', {
      pairId: pair.id,
      regions: namedMasks(document),
      begin,
    })
    if (answer.captions.length === 0) {
      return { message: words.noCompletion }
    }
    return () => {
      const isWritten = useReviewSession.getState().writtenCaptionId === captionId
      const head = isWritten ? textBeforeCursor(captionField(captionId)) : null
      const captions = head === null ? [] : stillFitting(answer.captions, begin, head)
      if (captions.length > 0) {
        useChain.setState({ completions: { captionId, captions, links: answer.links, at: 0 } })
      }
    }
  })
}

/** Replaces a caption by an offered caption, or a completion, that was made for it. */
export function takeOffered({ captionId, links }: Offer, caption: Caption, label: string): void {
  // undo brings back what was typed
  commitDrafts()
  applyEdit(label, (document) => replaceCaption(document, captionId, caption, links))
  useChain.setState({ completions: null })
}

/** Called when another project is opened: answers to earlier questions are dropped. */
export function forgetChain(): void {
  project += 1
  useChain.setState(NOBODY)
}

/** One question at a time. An answer is dropped if the user has gone on to another pair. */
async function runQuestion(
  question: ChainQuestion,
  run: (open: OpenPair) => Promise<{ message: string } | (() => void)>,
): Promise<void> {
  // the text that is being written stays in its field
  const commit = question === 'complete' ? (): void => undefined : storeDrafts
  commit()
  const { open } = useReviewDocument.getState()
  if (open === null || !isCurrentPairShown()) {
    return
  }
  if (open.pair.problem !== null) {
    notify('info', words.noImages)
    return
  }
  const pairId = open.pair.id
  const startedIn = project
  const other = otherPairInProgress(useChain.getState(), pairId)
  if (useChain.getState().running !== null) {
    if (other !== null) {
      notify('info', words.stillRunning(other))
    }
    return
  }
  useChain.setState({ pairId, pairKey: open.pair.key, ...NOTHING, running: question })
  const isPresent = (): boolean => useReviewDocument.getState().open?.pair.id === pairId
  try {
    const answer = await run(open)
    if (startedIn !== project) {
      return
    }
    if (typeof answer !== 'function') {
      useChain.setState({ problem: { question, message: answer.message } })
    } else if (isPresent()) {
      commit()
      answer()
    }
  } catch (error) {
    if (startedIn === project) {
      useChain.setState({ problem: { question, message: messageOf(error) } })
      fetchProposers()
    }
  } finally {
    if (startedIn === project) {
      useChain.setState({ running: null })
    }
  }
}

function nothingAtThreshold(): string {
  const document = presentDocument()
  const { thresholdLost, thresholdNothing } = text.review.regions
  return document !== null && isDecided(document) ? thresholdLost : thresholdNothing
}

function presentDocument(): PairDocument | null {
  return useReviewDocument.getState().open?.document ?? null
}

function notifyRemoved(count: number): void {
  if (count > 0) {
    notify('info', words.takenAway(count))
  }
}

/** The caption that is being written, else the first. */
function activeCaption(document: PairDocument): Caption | null {
  const { writtenCaptionId } = useReviewSession.getState()
  const ordered = captionsByRank(document)
  return ordered.find(({ id }) => id === writtenCaptionId) ?? ordered.at(0) ?? null
}
