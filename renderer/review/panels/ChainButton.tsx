import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconWand } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { withKeys } from '../../keys/actions'
import type { ActionId } from '../../keys/actions'
import { text } from '../../text/chosen'
import { useReviewDocument } from '../document'
import { otherPairInProgress, chainOf, useChain } from '../commands/chain-store'
import type { ChainQuestion } from '../commands/chain-store'
import styles from './answer.module.css'
import { useModel } from '../../state/proposers'

const words = text.review.chain

interface ChainButtonProps {
  pairId: number
  question: 'recaption' | 'remask'
  actionId: ActionId
  onClick(): void
}

/** Puts the question to the model; where no model can answer it, the button shows the reason. */
export function ChainButton({ pairId, question, actionId, onClick }: ChainButtonProps): ReactElement {
  const { canAnswer, model, unable, isThere, reason } = useModel(question)
  const isAsking = useChain((chain) => chain.running !== null)
  const other = useChain((chain) => otherPairInProgress(chain, pairId))
  const { label, short, explain } = words[question]
  const none = isThere ? words.noneAble : words.noModel(reason)
  const why = unable === null ? none : words.unable[question](unable)
  const can = [withKeys(label, actionId), explain, model === null ? '' : words.answers(model)]
  const hasImages = useReviewDocument(({ open }) => open?.pair.id !== pairId || open.pair.problem === null)
  const blocker = hasImages ? (canAnswer ? null : why) : words.noImages
  const title = blocker ?? (other === null ? can.join('\n').trim() : words.stillRunning(other))
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      disabled={blocker !== null || isAsking}
      leftSection={<IconWand size={12} />}
      aria-label={label}
      title={title}
      // the caption that is being written stays the one in hand
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {short}
    </Button>
  )
}

/** That the model is running, or why it gave no answer. */
export function ChainProgress(props: {
  pairId: number
  questions: readonly ChainQuestion[]
}): ReactElement | null {
  const { running, problem } = useChain((chain) => chainOf(chain, props.pairId))
  if (running !== null && props.questions.includes(running)) {
    return (
      <output className={styles.waiting}>
        <Loader size={12} />
        {words.running[running]}
      </output>
    )
  }
  if (problem !== null && props.questions.includes(problem.question)) {
    return (
      <p className={styles.chainProblem} role="alert">
        <IconAlertTriangle size={14} aria-hidden />
        <span data-selectable>{problem.message}</span>
      </p>
    )
  }
  return null
}
