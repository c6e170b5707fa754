import type { ReactElement } from 'react'
import shared from './shared.module.css'

/** Rows that are drawn; the rest is counted. */
const SHOWN_AT_MOST = 200

interface LeftOutTableProps {
  rows: readonly { key: string; reason: string }[]
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
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? <p className={shared.dim}>{words.more(rest)}</p> : null}
    </>
  )
}
