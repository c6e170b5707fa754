import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconArrowBarToRight,
  IconArrowBarToLeft,
  IconChevronLeft,
  IconChevronRight,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import type { SequencePlace } from '../../../src/domain/sequence'
import shared from '../../components/shared.module.css'
import { withKeys } from '../../keys/actions'
import type { ActionId } from '../../keys/actions'
import { useIsLooking } from '../commands/claims'
import { useEngineState } from '../../state/engine-state'
import { useQuery } from '../../state/use-query'
import { text } from '../../text/chosen'
import { carryOrTakeBack, pairsOfSequence, reviewDate, useIsCarried } from './carry'
import styles from './SequenceBar.module.css'

const words = text.review.sequence
const names = text.keys.actions

/** `3 of 7 of fields/a, 2019-05 to 2020-05`; nothing for a pair of no sequence. */
export function SequenceNote({ open }: { open: OpenPair }): ReactElement | null {
  const { id, sequence } = open.pair
  const ids = useDates(sequence)
  if (sequence === null || ids === null || !ids.includes(id)) {
    return null
  }
  const { name, beforeDate, afterDate } = sequence
  const place = words.position(ids.indexOf(id) + 1, ids.length, name)
  const note = beforeDate === null || afterDate === null ? place : words.dated(place, beforeDate, afterDate)
  return (
    <span className={`${shared.note} ${styles.note}`} title={note}>
      {note}
    </span>
  )
}

/** Other dates of the same place, and regions for the next one. */
export function SequenceButtons({ open }: { open: OpenPair }): ReactElement | null {
  const { id, sequence } = open.pair
  const ids = useDates(sequence) ?? []
  const isCarried = useIsCarried(open)
  const isViewOnly = useIsLooking()
  if (sequence === null) {
    return null
  }
  const [isFirst, isLast] = [ids.at(0) === id, ids.at(-1) === id]
  return (
    <>
      <DateButton
        actionId="review.datePrevious"
        label={names['review.datePrevious']}
        isDisabled={isFirst}
        onClick={() => void reviewDate(-1)}
      >
        <IconChevronLeft size={16} />
      </DateButton>
      <DateButton
        actionId="review.dateNext"
        label={names['review.dateNext']}
        isDisabled={isLast}
        onClick={() => void reviewDate(1)}
      >
        <IconChevronRight size={16} />
      </DateButton>
      <DateButton
        actionId="review.carry"
        label={isCarried ? words.takeBack : words.carry}
        isDisabled={isLast || isViewOnly}
        onClick={() => void carryOrTakeBack()}
      >
        {isCarried ? <IconArrowBarToLeft size={16} /> : <IconArrowBarToRight size={16} />}
      </DateButton>
    </>
  )
}

function DateButton(props: {
  actionId: ActionId
  label: string
  isDisabled: boolean
  onClick(): void
  children: ReactNode
}): ReactElement {
  const { actionId, label, isDisabled, onClick, children } = props
  return (
    <Tooltip label={withKeys(label, actionId)}>
      <ActionIcon aria-label={label} disabled={isDisabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/** The pairs of the sequence by date; null until they are known. */
function useDates(sequence: SequencePlace | null): readonly number[] | null {
  const reading = useEngineState(({ project }) => `${project?.storePath} ${project?.reading.id}`)
  const name = sequence?.name ?? null
  const { value } = useQuery(name === null ? null : `${reading} ${name}`, () => pairsOfSequence(name ?? ''))
  return value
}
