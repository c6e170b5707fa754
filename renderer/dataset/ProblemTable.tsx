import type { ReactElement } from 'react'
import type { DatasetProblem } from '../../src/contract/dataset'
import shared from '../components/shared.module.css'
import { text } from '../text/en'
import styles from './report.module.css'

const words = text.dataset.import
/** Problems that are drawn; the rest is counted. */
const SHOWN_AT_MOST = 200

interface ProblemTableProps {
  /** The first ones. */
  problems: readonly DatasetProblem[]
  leftOutCount: number
  warningCount: number
}

/** What was left out of a data set that came in, and what was merely noticed, each with its place. */
export function ProblemTable({ problems, leftOutCount, warningCount }: ProblemTableProps): ReactElement {
  const title = words.problems(leftOutCount, warningCount)
  const rest = leftOutCount + warningCount - Math.min(problems.length, SHOWN_AT_MOST)
  if (problems.length === 0) {
    return <p className={shared.dim}>{words.noProblem}</p>
  }
  return (
    <>
      <h3>{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keys */}
      <section className={styles.leftOut} tabIndex={0} aria-label={title}>
        <table className={`${styles.table} ${styles.problems}`}>
          <thead>
            <tr>
              <th scope="col">{words.place}</th>
              <th scope="col">{text.dataset.pair}</th>
              <th scope="col">{text.dataset.reason}</th>
            </tr>
          </thead>
          <tbody data-selectable>
            {problems.slice(0, SHOWN_AT_MOST).map(({ file, line, item, message }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes
              <tr key={index}>
                <td>{line === null ? file : `${file}:${line}`}</td>
                <td>{item ?? ''}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {rest > 0 ? <p className={shared.dim}>{text.dataset.more(rest)}</p> : null}
      </section>
    </>
  )
}
