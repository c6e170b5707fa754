import { Button, Progress, Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { Job } from '../../src/contract/work'
import shared from '../components/shared.module.css'
import { engine } from '../engine'
import { FolderField } from '../open/FolderChooser'
import { attempt } from '../state/notices'
import { text } from '../text/chosen'
import styles from './report.module.css'
import type { DatasetProblem } from '../../src/contract/dataset'
import { spellFailure, spellMessage } from '../text/message'

const FOUND = 'found'

interface SourceChoice {
  source: string
  /** Null to find it out. */
  format: string | null
}

interface SourceFieldsProps extends SourceChoice {
  formats: readonly { name: string; title: string }[]
  words: { lead: string; source: string; sourcePlaceholder: string; chooseSource: string; format: string }
  onChange(change: Partial<SourceChoice>): void
}

/** What is imported, and its format. */
export function SourceFields({ source, format, formats, words, onChange }: SourceFieldsProps): ReactElement {
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <FolderField
        label={words.source}
        placeholder={words.sourcePlaceholder}
        chooseTitle={words.chooseSource}
        value={source}
        onChange={(value) => onChange({ source: value })}
      />
      <Select
        label={words.format}
        data={[
          { value: FOUND, label: text.dataset.import.findOut },
          ...formats.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        allowDeselect={false}
        value={format ?? FOUND}
        onChange={(value) => onChange({ format: value === FOUND ? null : value })}
      />
    </>
  )
}

interface ImportProgressProps {
  job: Job
  /** How far it is, in words. */
  progress: string
  words: { cancel: string; cancelled: string }
  /** The report, once it is there. */
  children: ReactNode
}

/** Progress of an import, then its report or why there is none. */
export function ImportProgress({ job, progress, words, children }: ImportProgressProps): ReactElement {
  const { id, state, done, total, failure } = job
  const cancel = (): void => void attempt(engine.call('jobs.cancel', { jobId: id }))
  return (
    <output className={styles.job}>
      {state === 'running' ? (
        <>
          <Progress
            value={total > 0 ? (100 * done) / total : 100}
            animated={total === 0}
            aria-label={progress}
          />
          <div className={styles.jobLine}>
            <span>{progress}</span>
            <Button variant="default" onClick={cancel}>
              {words.cancel}
            </Button>
          </div>
        </>
      ) : null}
      {children}
      {state === 'failed' ? (
        <p className={styles.problem}>
          <IconAlertTriangle size={14} aria-hidden />
          <span data-selectable>{failure === null ? '' : spellFailure(failure)}</span>
        </p>
      ) : null}
      {state === 'cancelled' ? <p className={shared.dim}>{words.cancelled}</p> : null}
    </output>
  )
}

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
                <td>{spellMessage(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {rest > 0 ? <p className={shared.dim}>{text.dataset.more(rest)}</p> : null}
      </section>
    </>
  )
}
