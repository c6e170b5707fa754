import type { ReactElement } from 'react'
import type { ReviewState } from '../../src/domain/pair'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { useQuery } from '../state/use-query'
import shared from './shared.module.css'
import { spellMessage } from '../text/message'
import type { MessageText } from '../../src/messages/message'

interface TotalsProps {
  states: readonly ReviewState[]
  search?: string
  sentence: (pairs: number, regions: number, captions: number) => string
}

/** Counts of the chosen pairs, shown at once while an exact count is made. */
export function Totals({ states, search = '', sentence }: TotalsProps): ReactElement | null {
  const counts = useEngineState(({ project }) => project?.counts)
  const key = states.length === 0 ? null : JSON.stringify([states, search, counts])
  const { value } = useQuery(key, () => engine.call('pairs.totals', { states: [...states], search }))
  return value === null ? null : (
    <p className={shared.dim}>{sentence(value.pairCount, value.regionCount, value.captionCount)}</p>
  )
}

/** Rows that are drawn; the rest is counted. */
const SHOWN_AT_MOST = 200

interface LeftOutTableProps {
  rows: readonly { key: string; reason: MessageText }[]
  words: { pair: string; reason: string; more: (count: number) => string }
  className: string | undefined
}

/** Pairs that are left out, each with its reason. */
export function LeftOutTable({ rows, words, className }: LeftOutTableProps): ReactElement {
  const rest = rows.length - SHOWN_AT_MOST
  return (
    <>
      <table className={className}>
        <thead>
          <tr>
            <th scope="col">{words.pair}</th>
            <th scope="col">{words.reason}</th>
          </tr>
        </thead>
        <tbody data-selectable>
          {rows.slice(0, SHOWN_AT_MOST).map(({ key, reason }) => (
            <tr key={key}>
              <td>{key}</td>
              <td>{spellMessage(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? <p className={shared.dim}>{words.more(rest)}</p> : null}
    </>
  )
}
