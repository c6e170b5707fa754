import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Shortage, TrainingPlan } from '../../src/contract/training'
import { text } from '../text/chosen'
import { spellNumber } from '../text/spelling'
import { categoryColor } from '../components/colors'
import shared from '../components/shared.module.css'
import styles from './PlanView.module.css'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { LeftOutTable, Totals } from '../components/ChosenPairs'
import { Count, CountList } from '../components/Count'
import { useQuery } from '../state/use-query'
import { useTrainingOptions } from './commands'
import { spellMessage } from '../text/message'

const words = text.training.plan

/** The pairs that a run would train on, and which of them are too few. */
export function PlanView({ plan }: { plan: PlanQuery }): ReactElement {
  const { value, problem, isWaiting } = plan
  const { states, search } = useTrainingOptions()
  return (
    <section className={styles.plan} aria-label={words.title} aria-busy={isWaiting}>
      <h2>
        {words.title}
        {isWaiting ? <Loader size={12} role="status" aria-label={words.counting} /> : null}
      </h2>
      {problem === null ? null : (
        <p className={shared.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span data-selectable>{problem}</span>
        </p>
      )}
      {isWaiting && value === null ? (
        <Totals states={states} search={search} sentence={words.totals} />
      ) : null}
      {value === null ? null : <Counted plan={value} />}
    </section>
  )
}

function Counted({ plan }: { plan: TrainingPlan }): ReactElement {
  return (
    <>
      <CountList className={styles.counts}>
        <Count name={words.used} value={plan.pairCount} />
        <Count name={words.train} value={plan.train} />
        <Count name={words.heldOut} value={plan.heldOut} />
        <Count name={words.groups} value={plan.groupCount} />
      </CountList>
      <p className={shared.dim}>{words.heldOutExplain(plan.heldOutBefore)}</p>
      <Shortages shortages={plan.shortages} />
      <Categories plan={plan} />
      <CaptionLengths plan={plan} />
      <LeftOut leftOut={plan.leftOut} />
    </>
  )
}

function Shortages({ shortages }: { shortages: readonly Shortage[] }): ReactElement {
  if (shortages.length === 0) {
    return (
      <p className={styles.fine}>
        <IconCircleCheck size={14} aria-hidden />
        {words.enough}
      </p>
    )
  }
  return (
    <ul className={styles.shortages} aria-label={words.shortages}>
      {shortages.map(({ code, message, isFatal }) => (
        <li key={`${code} ${spellMessage(message)}`} data-fatal={isFatal || undefined}>
          {isFatal ? <IconAlertTriangle size={14} aria-hidden /> : <IconInfoCircle size={14} aria-hidden />}
          <span>{spellMessage(message)}</span>
        </li>
      ))}
    </ul>
  )
}

function Categories({ plan }: { plan: TrainingPlan }): ReactElement | null {
  const { byCategory, unchangedCount } = plan
  const most = Math.max(1, unchangedCount, ...byCategory.map(({ pairs }) => pairs))
  return plan.pairCount === 0 ? null : (
    <table className={styles.bars}>
      <thead>
        <tr>
          <th scope="col">{words.category}</th>
          <th scope="col" className={styles.number}>
            {words.pairs}
          </th>
          <th scope="col" className={styles.number}>
            {words.regions}
          </th>
          <th scope="col">{words.share}</th>
        </tr>
      </thead>
      <tbody>
        {byCategory.map(({ category, pairs, regions, isNew }) => (
          <tr key={category}>
            <td>
              <span className={styles.swatch} style={{ background: categoryColor(category) }} aria-hidden />
              {category}
              {isNew ? <span className={shared.dim}> · {words.isNew}</span> : null}
            </td>
            <td className={styles.number}>{spellNumber(pairs)}</td>
            <td className={styles.number}>{spellNumber(regions)}</td>
            <td>
              <Bar share={pairs / most} />
            </td>
          </tr>
        ))}
        <tr>
          <td>{words.unchanged}</td>
          <td className={styles.number}>{spellNumber(unchangedCount)}</td>
          <td className={styles.number}>0</td>
          <td>
            <Bar share={unchangedCount / most} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Bar({ share }: { share: number }): ReactElement {
  return (
    <span className={styles.bar} aria-hidden>
      <span style={{ width: `${100 * share}%` }} />
    </span>
  )
}

function CaptionLengths({ plan }: { plan: TrainingPlan }): ReactElement | null {
  const { byCaptionLength, withoutCaption, tooLongCaptions, newWords, learnsCaptions } = plan
  const most = Math.max(1, ...byCaptionLength.map(({ captions }) => captions))
  return plan.pairCount === 0 || !learnsCaptions ? null : (
    <>
      <table className={styles.bars}>
        <thead>
          <tr>
            <th scope="col">{words.captions}</th>
            <th scope="col" className={styles.number}>
              {words.pairs}
            </th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        <tbody>
          {byCaptionLength.map(({ from, to, captions }) => (
            <tr key={from}>
              <td>{words.words(from, to)}</td>
              <td className={styles.number}>{spellNumber(captions)}</td>
              <td>
                <Bar share={captions / most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {withoutCaption === 0 ? null : <p className={shared.dim}>{words.withoutCaption(withoutCaption)}</p>}
      {tooLongCaptions === 0 ? null : <p className={shared.dim}>{words.tooLong(tooLongCaptions)}</p>}
      {newWords.length === 0 ? null : (
        <details>
          <summary>{words.newWords(newWords.length)}</summary>
          <p className={shared.dim} data-selectable>
            {newWords.join(', ')}
          </p>
        </details>
      )}
    </>
  )
}

function LeftOut({ leftOut }: { leftOut: TrainingPlan['leftOut'] }): ReactElement | null {
  return leftOut.length === 0 ? null : (
    <details>
      <summary>{words.leftOut(leftOut.length)}</summary>
      <LeftOutTable rows={leftOut} words={words} className={styles.bars} />
    </details>
  )
}

export type PlanQuery = ReturnType<typeof useQuery<TrainingPlan>>

const SETTLE_MILLISECONDS = 250

/** Whether the states that are chosen can hold a pair at all. */
export function useHasPairs(): boolean {
  const reviewed = useEngineState(({ project }) =>
    project === null ? 0 : project.pairCount - project.counts.unreviewed,
  )
  return useTrainingOptions((options) => options.states.includes('unreviewed')) || reviewed > 0
}

/** The pairs that the present choice would train on, counted anew when the choice, the reviews or the models change. */
export function usePlan(): PlanQuery {
  const options = useTrainingOptions()
  const counts = useEngineState(({ project }) => project?.counts)
  const inUse = useEngineState(({ models }) => models?.inUse)
  const key = options.states.length === 0 ? null : JSON.stringify([options, counts, inUse])
  return useQuery(key, () => engine.call('training.preview', options), SETTLE_MILLISECONDS)
}
