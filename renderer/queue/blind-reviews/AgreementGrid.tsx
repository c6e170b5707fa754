import { UnstyledButton } from '@mantine/core'
import type { ReactElement } from 'react'
import type { TwoPeopleAgreement } from '../../../src/contract/overlap'
import { text } from '../../text/chosen'
import { spellFixed } from '../../text/spelling'
import styles from './BlindReviews.module.css'

const words = text.blindReviews.agreement

interface Choice {
  /** That the squares show. */
  metric: string
  chosen: TwoPeopleAgreement
  onChoose: (two: TwoPeopleAgreement) => void
}

interface GridProps extends Choice {
  people: readonly string[]
  two: readonly TwoPeopleAgreement[]
  /** Each person beside the gold pairs; none where there are none. */
  gold: readonly TwoPeopleAgreement[]
}

/** A square for each two people, the fuller the more they agree. One opens what is known of the two. */
export function AgreementGrid({ people, two, gold, ...choice }: GridProps): ReactElement {
  const between = (row: string, column: string): TwoPeopleAgreement | undefined =>
    two.find(
      ({ first, second }) => (first === row && second === column) || (first === column && second === row),
    )
  return (
    <div className={styles.wide}>
      <table className={styles.grid}>
        <caption>{words.grid}</caption>
        <thead>
          <tr>
            <th scope="col">{text.statistics.reviewer}</th>
            {people.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {gold.length === 0 ? null : <th scope="col">{words.gold}</th>}
          </tr>
        </thead>
        <tbody>
          {people.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {people.map((column) => (
                <td key={column}>
                  <Square two={between(row, column)} {...choice} />
                </td>
              ))}
              {gold.length === 0 ? null : (
                <td>
                  <Square two={gold.find(({ first }) => first === row)} second={words.gold} {...choice} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SquareProps extends Choice {
  two: TwoPeopleAgreement | undefined
  /** In place of the second person. */
  second?: string
}

function Square(props: SquareProps): ReactElement | null {
  const { two, metric, chosen, onChoose } = props
  if (two === undefined) {
    return null
  }
  const { second = two.second } = props
  const value = two.metrics.find((one) => one.metric === metric)?.value ?? null
  const said = value === null ? text.statistics.none : spellFixed(value, 2)
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
