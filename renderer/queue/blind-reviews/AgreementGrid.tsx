import { UnstyledButton } from '@mantine/core'
import type { ReactElement } from 'react'
import type { TwoPeopleAgreement } from '../../../src/contract/overlap'
import { text } from '../../text/chosen'
import { spellFixed } from '../../text/spelling'
import styles from './BlindReviews.module.css'

const words = text.blindReviews.agreement

interface GridProps {
  people: readonly string[]
  two: readonly TwoPeopleAgreement[]
  /** That the squares show. */
  metric: string
  chosen: TwoPeopleAgreement | undefined
  onChoose: (two: TwoPeopleAgreement) => void
}

/** A square for each two people, the fuller the more they agree. One opens what is known of the two. */
export function AgreementGrid({ people, two, metric, chosen, onChoose }: GridProps): ReactElement {
  const hasGold = two.some(({ second }) => second === 'gold')
  const columns = hasGold ? [...people, 'gold'] : people
  const between = (row: string, column: string): TwoPeopleAgreement | undefined =>
    two.find(
      ({ first, second }) =>
        (first === row && second === column) || (first === column && second === row && column !== 'gold'),
    )
  return (
    <div className={styles.wide}>
      <table className={styles.grid}>
        <caption>{words.grid}</caption>
        <thead>
          <tr>
            <th scope="col">{text.statistics.reviewer}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name === 'gold' ? words.gold : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column) => (
                <td key={column}>
                  <Square
                    two={row === column ? undefined : between(row, column)}
                    metric={metric}
                    chosen={chosen}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Square(props: {
  two: TwoPeopleAgreement | undefined
  metric: string
  chosen: TwoPeopleAgreement | undefined
  onChoose: (two: TwoPeopleAgreement) => void
}): ReactElement | null {
  const { two, metric, chosen, onChoose } = props
  if (two === undefined) {
    return null
  }
  const value = two.metrics.find((one) => one.metric === metric)?.value ?? null
  const said = value === null ? text.statistics.none : spellFixed(value, 2)
  const second = two.second === 'gold' ? words.gold : two.second
  return (
    <UnstyledButton
      className={styles.square}
      aria-pressed={two === chosen}
      aria-label={`${words.of(two.first, second)}: ${said}`}
      // no less than nothing: kappa may be below chance
      style={{ '--share': `${Math.round(45 * Math.max(0, value ?? 0))}%` }}
      onClick={() => onChoose(two)}
    >
      {said}
    </UnstyledButton>
  )
}
