import { Button, Loader, Select } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { AgreementMetric, ReviewerAgreement, TwoPeopleAgreement } from '../../../src/contract/overlap'
import { Table } from '../../components/Table'
import shared from '../../components/shared.module.css'
import { engine } from '../../engine'
import { useQuery } from '../../state/use-query'
import { text } from '../../text/chosen'
import { spellFixed, spellNumber } from '../../text/spelling'
import { AgreementGrid } from './AgreementGrid'
import styles from './BlindReviews.module.css'

const words = text.blindReviews.agreement

/** How far people agree: asked for by a button, as it takes a while. */
export function Agreement(): ReactElement {
  const [asked, setAsked] = useState(0)
  const { value, problem, isWaiting } = useQuery(asked === 0 ? null : String(asked), () =>
    engine.call('overlap.agreement', {}),
  )
  const isRunning = asked > 0 && isWaiting
  return (
    <section className={styles.section} aria-label={words.title} aria-busy={isRunning}>
      <h2>{words.title}</h2>
      <p className={shared.note}>{words.explain}</p>
      <div className={shared.row}>
        <Button variant="default" disabled={isRunning} onClick={() => setAsked(asked + 1)}>
          {words.measure}
        </Button>
        {isRunning ? <Loader size="sm" aria-label={words.waiting} /> : null}
      </div>
      {problem === null ? null : (
        <p className={shared.problem} role="alert">
          {problem}
        </p>
      )}
      {value === null || problem !== null ? null : <Found key={asked} agreement={value} />}
    </section>
  )
}

function Found({ agreement }: { agreement: ReviewerAgreement }): ReactElement {
  const { pairs, pairsOfAll, people, metrics, two, gold } = agreement
  const all = [...two, ...gold]
  const names = [...new Set(all.flatMap((one) => one.metrics.map(({ metric }) => metric)))]
  const [metric, setMetric] = useState(names[0] ?? '')
  const [chosen, setChosen] = useState(0)
  if (all.every((one) => one.pairs === 0)) {
    return <p className={shared.dim}>{words.nothing}</p>
  }
  return (
    <>
      <p>{words.compared(people.length, pairs, pairsOfAll)}</p>
      {metrics.length === 0 ? null : <MetricTable caption={words.ofAll} metrics={metrics} />}
      <Select
        className={styles.metric}
        label={words.metric}
        allowDeselect={false}
        value={metric}
        data={names.map((name) => ({ value: name, label: nameOf(name) }))}
        onChange={(name) => setMetric(name ?? metric)}
      />
      <AgreementGrid
        people={people.map(({ name }) => name)}
        two={two}
        gold={gold}
        metric={metric}
        chosen={all[chosen]}
        onChoose={(one) => setChosen(all.indexOf(one))}
      />
      <Two two={all[chosen]} second={chosen < two.length ? all[chosen].second : words.gold} />
    </>
  )
}

/** All that is known of two people, or of one beside the gold pairs. */
function Two({ two, second }: { two: TwoPeopleAgreement; second: string }): ReactElement {
  const { first, pairs, metrics, categories, models } = two
  const title = words.of(first, second)
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      <p className={shared.note}>{words.both(pairs)}</p>
      {pairs === 0 ? null : <MetricTable caption={words.scores} metrics={metrics} />}
      {categories.length === 0 ? null : (
        <Table
          caption={words.categories}
          heads={[words.category, first, second, words.byBoth]}
          rows={categories.map((one) => [
            one.category,
            ...[one.first, one.second, one.both].map((count) => spellNumber(count)),
          ])}
        />
      )}
      {models.length < 2
        ? null
        : models.map((one) => (
            <MetricTable
              key={one.model}
              caption={words.begunFrom(one.model, one.pairs)}
              metrics={one.metrics}
            />
          ))}
    </section>
  )
}

function MetricTable({ caption, metrics }: { caption: string; metrics: AgreementMetric[] }): ReactElement {
  return (
    <Table
      caption={caption}
      heads={[words.metric, words.value, words.interval]}
      rows={metrics.map(({ metric, value, interval }) => [
        nameOf(metric),
        value === null ? text.statistics.none : spellFixed(value, 2),
        interval === null ? '' : words.range(interval.low, interval.high),
      ])}
    />
  )
}

function nameOf(metric: string): string {
  return Object.hasOwn(words.metrics, metric) ? words.metrics[metric as keyof typeof words.metrics] : metric
}
