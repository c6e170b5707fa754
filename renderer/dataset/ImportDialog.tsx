import { Button, Modal, Select } from '@mantine/core'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { engine } from '../engine'
import { pathIn } from '../open/paths'
import { text } from '../text/en'
import { useEngineState, withJob } from '../state/engine-state'
import { attempt } from '../state/notices'
import styles from './Dataset.module.css'
import { FolderField } from './FolderField'
import { useFormats } from './formats'
import { ImportJob } from './ImportJob'
import { useImportChoice } from './options'

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
