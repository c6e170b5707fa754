import type { ReactElement } from 'react'
import type { TrainingHistory, TrainingExample } from '../../src/contract/training'
import { text } from '../text/chosen'
import { Chart } from './Chart'
import type { Series } from './chart-scale'
import shared from '../components/shared.module.css'
import styles from './Chart.module.css'
import { Picture } from './Picture'
import type { Caption } from '../../src/domain/document'

const words = text.training.curves

/** Told apart by dashes too. */
const COLOURS = { main: 'var(--ds-accent)', second: '#009e73', third: '#e69f00' }

/** Loss and held-out scores over steps. */
export function Curves({ history, steps }: { history: TrainingHistory; steps: number }): ReactElement {
  const { steps: losses, scores } = history
  const until = Math.max(steps, losses.at(-1)?.step ?? 0, scores.at(-1)?.step ?? 0)
  const best = scores.findLast(({ isBest }) => isBest) ?? null
  const [first, last] = [losses.at(0), losses.at(-1)]
  return (
    <section aria-label={words.title} className={styles.curves}>
      <Chart
        title={words.loss}
        xName={words.step}
        until={until}
        yRange={{ low: 0, high: 0 }}
        empty={words.none}
        summary={
          first === undefined || last === undefined
            ? words.none
            : words.lossSummary(first.loss, last.loss, last.step)
        }
        series={[
          {
            id: 'loss',
            name: words.lossName,
            colour: COLOURS.main,
            points: losses.map(({ step, loss }) => ({ x: step, y: loss })),
          },
        ]}
      />
      <Chart
        title={words.score}
        xName={words.step}
        until={until}
        yRange={{ low: 0, high: 1 }}
        empty={words.none}
        mark={best?.step ?? null}
        summary={best === null ? words.none : words.scoreSummary(best.score, best.step)}
        series={scoreSeries(scores)}
      />
    </section>
  )
}

function scoreSeries(scores: TrainingHistory['scores']): Series[] {
  const series: Series[] = [
    {
      id: 'score',
      name: words.scoreName,
      colour: COLOURS.main,
      points: scores.map(({ step, score }) => ({ x: step, y: score })),
    },
    {
      id: 'mask',
      name: words.maskIou,
      colour: COLOURS.second,
      isDashed: true,
      points: scores.map(({ step, maskIou }) => ({ x: step, y: maskIou })),
    },
  ]
  const ofWords = scores.flatMap(({ step, wordProbability }) =>
    wordProbability === null ? [] : [{ x: step, y: wordProbability }],
  )
  return ofWords.length === 0
    ? series
    : [
        ...series,
        {
          id: 'words',
          name: words.wordProbability,
          colour: COLOURS.third,
          isDashed: true,
          points: ofWords,
        },
      ]
}

const exampleWords = text.training.examples

/** Held-out pairs as the model in training proposes them. */
export function Examples({ examples }: { examples: readonly TrainingExample[] }): ReactElement {
  return (
    <section aria-label={exampleWords.title}>
      <h3>{exampleWords.title}</h3>
      {examples.length === 0 ? <p className={shared.dim}>{exampleWords.none}</p> : null}
      <ul className={styles.examples}>
        {examples.map((example) => (
          <li key={example.pairId}>
            <span className={styles.frames}>
              <Picture
                pairId={example.pairId}
                kind="before-thumbnail"
                name={exampleWords.before(example.key)}
              />
              <Picture
                pairId={example.pairId}
                kind="after-thumbnail"
                name={exampleWords.after(example.key)}
                regions={example.regions}
              />
            </span>
            <span>{captionOf(example)}</span>
            <span className={shared.dim}>{example.key}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first caption of a proposal, in exampleWords where there is none. */
function captionOf({ captions }: { captions: readonly Caption[] }): string {
  const [first] = captions.toSorted((a, b) => a.rank - b.rank)
  return first === undefined || first.text === '' ? text.training.examples.noCaption : first.text
}
