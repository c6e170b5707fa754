import { Button, Modal, Radio } from '@mantine/core'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { engine, shell } from '../engine'
import { pathIn } from '../open/paths'
import { text } from '../text/chosen'
import { addJob, useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import shared from '../components/shared.module.css'
import styles from './report.module.css'
import { FolderField } from '../open/FolderChooser'
import { useFormats, useFormatTitle, useImportChoice } from './options'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ImportReport } from '../../src/contract/dataset'
import { openProject } from '../open/flow'
import { ImportProgress, SourceFields, ProblemTable } from './ImportParts'
import { PredictionForm } from './PredictionForm'

const words = text.dataset.import

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
  const { isOpen, isAsProposals } = useImportChoice()
  const isEditable = useEngineState(({ project }) => project !== null && project.viewOnly === null)
  return (
    <Modal
      opened={isOpen}
      onClose={() => useImportChoice.setState({ isOpen: false })}
      title={words.title}
      size="44rem"
    >
      <div className={styles.options}>
        {isEditable ? <AsChoice /> : null}
        {isEditable && isAsProposals ? <PredictionForm /> : <ProjectForm />}
      </div>
    </Modal>
  )
}

/** A project of its own, or proposals for the one that is open. */
function AsChoice(): ReactElement {
  const isAsProposals = useImportChoice((choice) => choice.isAsProposals)
  return (
    <Radio.Group
      label={words.as}
      value={isAsProposals ? 'proposals' : 'project'}
      onChange={(value) => useImportChoice.setState({ isAsProposals: value === 'proposals' })}
    >
      <div className={styles.choices}>
        <Radio value="project" label={words.asProject} />
        <Radio value="proposals" label={words.asProposals} />
      </div>
    </Radio.Group>
  )
}

function ProjectForm(): ReactElement {
  const { source, imageFolder, into, format, jobId } = useImportChoice()
  return (
    <>
      <SourceFields
        source={source}
        format={format}
        formats={useFormats()}
        words={words}
        onChange={(change) => useImportChoice.setState(change)}
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
    </>
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
      addJob(job)
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

/** Progress of an import, then its report. */
function ImportJob({ jobId }: { jobId: number }): ReactElement | null {
  const job = useEngineState(({ jobs }) => jobs.find(({ id }) => id === jobId))
  if (job === undefined) {
    return null
  }
  const { done, importReport } = job
  return (
    <ImportProgress job={job} progress={words.running(done)} words={words}>
      {importReport === null ? null : <Report report={importReport} />}
    </ImportProgress>
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
      <p className={shared.dim}>{words.counts(regionCount, captionCount)}</p>
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
      <ProblemTable {...report} />
    </>
  )
}
