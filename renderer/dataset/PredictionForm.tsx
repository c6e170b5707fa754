import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { PredictionReport } from '../../src/contract/dataset'
import type { Job } from '../../src/contract/work'
import { LeftOutTable } from '../components/ChosenPairs'
import shared from '../components/shared.module.css'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { useQuery } from '../state/use-query'
import { text } from '../text/chosen'
import { ImportProgress, SourceFields, ProblemTable } from './ImportParts'
import { importPredictions, spellChoice, usePredictionChoice } from './options'
import styles from './report.module.css'
import { spellFailure } from '../text/message'

const words = text.dataset.predictions
const LONGEST_NAME = 80

/** Predictions of the user's own model, looked over before anything is stored. */
export function PredictionForm(): ReactElement {
  const { source, format, name } = usePredictionChoice()
  const begun = useBegun()
  const formats = useQuery('prediction formats', () => engine.call('predictions.formats', {})).value ?? []
  const job = useEngineState(({ jobs }) => jobs.find(({ id }) => id === begun?.jobId))
  return (
    <>
      <SourceFields
        source={source}
        format={format}
        formats={formats}
        words={words}
        onChange={(change) => usePredictionChoice.setState(change)}
      />
      <TextInput
        label={words.name}
        placeholder={words.namePlaceholder}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => usePredictionChoice.setState({ name: event.currentTarget.value })}
      />
      <Steps job={job} />
      {job === undefined ? null : <PredictionJob job={job} />}
    </>
  )
}

/** Null where nothing was begun in the open project. */
function useBegun(): ReturnType<typeof usePredictionChoice.getState>['begun'] {
  const storePath = useEngineState(({ project }) => project?.storePath)
  const begun = usePredictionChoice((choice) => choice.begun)
  return begun?.storePath === storePath ? begun : null
}

/** First a look at all of it, then the import of what was looked at. */
function Steps({ job }: { job: Job | undefined }): ReactElement {
  const { source, format, name, replaces } = usePredictionChoice()
  const begun = useBegun()
  const [isStarting, setStarting] = useState(false)
  const isRunning = useEngineState(({ jobs }) =>
    jobs.some(({ kind, state }) => kind === 'predictions' && state === 'running'),
  )
  const report = job?.predictionReport ?? null
  const isPresent = begun?.choice === spellChoice({ source, format, name })
  const planned = isPresent && report?.isStored === false ? report : null
  const isReady = source.trim() !== '' && name.trim() !== '' && !isRunning
  const hasEarlier = planned !== null && planned.earlierCount > 0
  async function begin(command: 'predictions.plan' | 'predictions.start'): Promise<void> {
    setStarting(true)
    await importPredictions(command)
    setStarting(false)
  }
  return (
    <>
      {hasEarlier ? (
        <Checkbox
          label={words.replace(planned.earlierCount, planned.name)}
          checked={replaces}
          onChange={(event) => usePredictionChoice.setState({ replaces: event.currentTarget.checked })}
        />
      ) : null}
      <div className={styles.start}>
        <Button
          variant={planned === null ? 'filled' : 'default'}
          disabled={!isReady}
          loading={isStarting}
          onClick={() => void begin('predictions.plan')}
        >
          {words.plan}
        </Button>
        {planned === null || planned.pairCount === 0 ? null : (
          <Button
            disabled={!isReady || isStarting || (hasEarlier && !replaces)}
            onClick={() => void begin('predictions.start')}
          >
            {words.start(planned.pairCount)}
          </Button>
        )}
      </div>
    </>
  )
}

function PredictionJob({ job }: { job: Job }): ReactElement {
  const { done, total, failure, predictionReport } = job
  const { cancel, cancelled } = words
  return (
    <ImportProgress
      job={job}
      progress={words.running(done, total)}
      words={{ cancel, cancelled: failure === null ? cancelled : spellFailure(failure) }}
    >
      {predictionReport === null ? null : <Report report={predictionReport} />}
    </ImportProgress>
  )
}

function Report({ report }: { report: PredictionReport }): ReactElement {
  const { isStored, pairCount, itemCount, name, matchedBy, unmatched, unmatchedCount } = report
  return (
    <>
      <p className={styles.done}>
        {isStored ? <IconCircleCheck size={16} aria-hidden /> : null}
        {isStored ? words.stored(pairCount, name) : words.planned(pairCount, itemCount)}
      </p>
      <p className={shared.dim}>{words.matched(matchedBy)}</p>
      <p className={shared.dim}>{text.dataset.import.counts(report.regionCount, report.captionCount)}</p>
      {isStored ? <p className={shared.dim}>{words.where}</p> : null}
      {unmatchedCount === 0 ? null : (
        <>
          <h3>{words.unmatched(unmatchedCount)}</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keys */}
          <section className={styles.leftOut} tabIndex={0} aria-label={words.unmatched(unmatchedCount)}>
            <LeftOutTable
              rows={unmatched.map(({ item, reason }) => ({ key: item, reason }))}
              words={{ pair: words.item, reason: text.dataset.reason, more: text.dataset.more }}
              className={styles.table}
            />
            {unmatchedCount > unmatched.length ? (
              <p className={shared.dim}>{text.dataset.more(unmatchedCount - unmatched.length)}</p>
            ) : null}
          </section>
        </>
      )}
      <ProblemTable {...report} />
    </>
  )
}
