import { Button, Modal, Select, Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { engine, shell } from '../engine'
import { pathIn } from '../open/paths'
import { text } from '../text/en'
import { useEngineState, withJob } from '../state/engine-state'
import { attempt } from '../state/notices'
import shared from '../components/shared.module.css'
import styles from './report.module.css'
import { FolderField } from '../open/FolderChooser'
import { useFormats, useFormatTitle, useImportChoice } from './options'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ImportReport } from '../../src/contract/dataset'
import { openProject } from '../open/flow'

const words = text.dataset.import

const FOUND = 'found'

/** Opens the dialog in which a data set becomes a project folder. */
export function ImportButton(): ReactElement {
  return (
    <>
      <Button size="sm" variant="default" onClick={() => useImportChoice.setState({ isOpen: true })}>
        {words.open}
      </Button>
      <ImportDialog />
    </>
  )
}

function ImportDialog(): ReactElement {
  const { isOpen, source, imageFolder, into, format, jobId } = useImportChoice()
  const formats = useFormats().map(({ name, title }) => ({ value: name, label: title }))
  return (
    <Modal
      opened={isOpen}
      onClose={() => useImportChoice.setState({ isOpen: false })}
      title={words.title}
      size="44rem"
    >
      <div className={styles.options}>
        <p className={styles.lead}>{words.lead}</p>
        <FolderField
          label={words.source}
          placeholder={words.sourcePlaceholder}
          chooseTitle={words.chooseSource}
          value={source}
          onChange={(value) => useImportChoice.setState({ source: value })}
        />
        <Select
          label={words.format}
          data={[{ value: FOUND, label: words.findOut }, ...formats]}
          allowDeselect={false}
          value={format ?? FOUND}
          onChange={(value) => useImportChoice.setState({ format: value === FOUND ? null : value })}
        />
        <FolderField
          label={words.images}
          placeholder={words.imagesPlaceholder}
          chooseTitle={words.chooseImages}
          value={imageFolder}
          onChange={(value) => useImportChoice.setState({ imageFolder: value })}
        />
        <FolderField
          label={words.into}
          placeholder={text.dataset.outPlaceholder}
          chooseTitle={words.chooseInto}
          value={into}
          onChange={(value) => useImportChoice.setState({ into: value })}
          onChoose={(parent) => useImportChoice.setState({ into: pathIn(parent, nameFrom(source)) })}
        />
        <StartButton />
        {jobId === null ? null : <ImportJob jobId={jobId} />}
      </div>
    </Modal>
  )
}

/** The last part of a path, for a folder of its own in the one that was chosen. */
function nameFrom(source: string): string {
  const last = source.split(/[\\/]/).findLast((part) => part !== '')
  return last === undefined ? 'imported' : `${last.replace(/\.[^.]*$/, '')}-pairs`
}

function StartButton(): ReactElement {
  const { source, imageFolder, into, format } = useImportChoice()
  const [isStarting, setStarting] = useState(false)
  const isRunning = useEngineState(({ jobs }) =>
    jobs.some(({ kind, state }) => kind === 'import' && state === 'running'),
  )
  async function start(): Promise<void> {
    setStarting(true)
    const images = imageFolder.trim()
    const options = {
      source: source.trim(),
      into: into.trim(),
      format,
      imageFolder: images === '' ? null : images,
    }
    const job = await attempt(engine.call('import.start', options))
    setStarting(false)
    if (job !== null) {
      const { jobs } = useEngineState.getState()
      if (!jobs.some(({ id }) => id === job.id)) {
        useEngineState.setState({ jobs: withJob(jobs, job) })
      }
      useImportChoice.setState({ jobId: job.id })
    }
  }
  const isReady = source.trim() !== '' && into.trim() !== ''
  return (
    <div className={styles.start}>
      <Button disabled={!isReady || isRunning} loading={isStarting} onClick={() => void start()}>
        {words.start}
      </Button>
    </div>
  )
}

const jobWords = text.dataset.import
/** Problems that are drawn; the rest is counted. */
const SHOWN_AT_MOST = 200

/** Progress of an import, then its report. */
function ImportJob({ jobId }: { jobId: number }): ReactElement | null {
  const job = useEngineState(({ jobs }) => jobs.find(({ id }) => id === jobId))
  if (job === undefined) {
    return null
  }
  const cancel = (): void => void attempt(engine.call('jobs.cancel', { jobId }))
  return (
    <output className={styles.job}>
      {job.state === 'running' ? (
        <>
          <Progress value={100} animated aria-label={jobWords.running(job.done)} />
          <div className={styles.jobLine}>
            <span>{jobWords.running(job.done)}</span>
            <Button variant="default" onClick={cancel}>
              {jobWords.cancel}
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
      {job.state === 'cancelled' ? <p className={shared.dim}>{jobWords.cancelled}</p> : null}
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
        {jobWords.done(pairCount, title)}
      </p>
      <p className={shared.dim}>{jobWords.counts(regionCount, captionCount)}</p>
      <p className={styles.path} data-selectable>
        {into}
      </p>
      <div className={styles.start}>
        <Button onClick={open}>{jobWords.openProject}</Button>
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
  const title = jobWords.problems(leftOutCount, warningCount)
  const rest = leftOutCount + warningCount - Math.min(problems.length, SHOWN_AT_MOST)
  if (problems.length === 0) {
    return <p className={shared.dim}>{jobWords.noProblem}</p>
  }
  return (
    <>
      <h3>{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keys */}
      <section className={styles.leftOut} tabIndex={0} aria-label={title}>
        <table className={`${styles.table} ${styles.problems}`}>
          <thead>
            <tr>
              <th scope="col">{jobWords.place}</th>
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
