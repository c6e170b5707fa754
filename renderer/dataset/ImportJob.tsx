import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ImportReport } from '../../src/contract/dataset'
import { engine, shell } from '../engine'
import { openProject } from '../open/flow'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import styles from './Dataset.module.css'
import { useFormatTitle } from './formats'
import { useImportChoice } from './options'

const words = text.dataset.import
/** Problems that are drawn; the rest is counted. */
const SHOWN_AT_MOST = 200

/** Progress of an import, then its report. */
export function ImportJob({ jobId }: { jobId: number }): ReactElement | null {
  const job = useEngineState(({ jobs }) => jobs.find(({ id }) => id === jobId))
  if (job === undefined) {
    return null
  }
  const cancel = (): void => void attempt(engine.call('jobs.cancel', { jobId }))
  return (
    <output className={styles.job}>
      {job.state === 'running' ? (
        <>
          <Progress value={100} animated aria-label={words.running(job.done)} />
          <div className={styles.jobLine}>
            <span>{words.running(job.done)}</span>
            <Button variant="default" onClick={cancel}>
              {words.cancel}
            </Button>
          </div>
        </>
      ) : null}
      {job.importReport === null ? null : <Report report={job.importReport} />}
      {job.state === 'failed' ? (
        <p className={styles.problem}>
          <IconAlertTriangle size={14} aria-hidden />
          <span data-selectable>{job.failure?.message}</span>
        </p>
      ) : null}
      {job.state === 'cancelled' ? <p className={styles.dim}>{words.cancelled}</p> : null}
    </output>
  )
}

function Report({ report }: { report: ImportReport }): ReactElement {
  const { into, format, pairCount, regionCount, captionCount } = report
  const title = useFormatTitle(format)
  function open(): void {
    useImportChoice.setState({ isOpen: false })
    void openProject(into, null)
  }
  return (
    <>
      <p className={styles.done}>
        <IconCircleCheck size={16} aria-hidden />
        {words.done(pairCount, title)}
      </p>
      <p className={styles.dim}>{words.counts(regionCount, captionCount)}</p>
      <p className={styles.path} data-selectable>
        {into}
      </p>
      <div className={styles.start}>
        <Button onClick={open}>{words.openProject}</Button>
        {shell === null ? null : (
          <Button variant="default" onClick={() => void attempt(shell?.reveal(into) ?? Promise.resolve())}>
            {text.dataset.openFolder}
          </Button>
        )}
      </div>
      <Problems report={report} />
    </>
  )
}

function Problems({ report }: { report: ImportReport }): ReactElement {
  const { problems, leftOutCount, warningCount } = report
  const title = words.problems(leftOutCount, warningCount)
  const rest = leftOutCount + warningCount - Math.min(problems.length, SHOWN_AT_MOST)
  if (problems.length === 0) {
    return <p className={styles.dim}>{words.noProblem}</p>
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
        {rest > 0 ? <p className={styles.dim}>{text.dataset.more(rest)}</p> : null}
      </section>
    </>
  )
}
