import { Button, Checkbox, Radio, Select, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReactElement } from 'react'
import { isBucketAddress } from '../../src/contract/buckets'
import type { ReviewState } from '../../src/domain/pair'
import { pathIn } from '../open/paths'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import { WorkPlace } from '../components/WorkPlace'
import { StateChoice } from '../components/ReviewStates'
import shared from '../components/shared.module.css'
import styles from './Dataset.module.css'
import { ExportJob, Refusal, Stopped } from './ExportJob'
import { FolderField } from '../open/FolderChooser'
import { beginExport, chooseOut, useFormats, useExportChoice, useShownExport } from './options'
import { ImportButton } from './ImportDialog'
import { Preview, usePreview, Sample } from './Preview'
import type { PreviewState } from './Preview'
import { captionChoiceSchema, imageModeSchema, maskStyleSchema } from '../../src/contract/export-choices'
import { spellMessage } from '../text/message'

const words = text.dataset

export function Dataset(): ReactElement {
  const preview = usePreview()
  const on = useExportChoice((choice) => choice.on)
  const refusal = useExportChoice((choice) => choice.refusal)
  const jobId = useShownExport()
  return (
    <div className={styles.place}>
      <div className={styles.page}>
        <div className={styles.head}>
          <h1>{words.title}</h1>
          <ImportButton />
        </div>
        <p className={styles.lead}>{words.lead}</p>
        <div className={styles.columns}>
          <div className={styles.options}>
            <Format />
            <States />
            <Details />
            <Where />
            <Out />
            {on === 'here' ? <Stopped /> : null}
            <ExportButton preview={preview} />
            {refusal === null ? null : <Refusal reason={refusal} />}
            {jobId === null || refusal !== null ? null : <ExportJob jobId={jobId} />}
          </div>
          <div className={styles.preview}>
            <Preview preview={preview} />
            <Sample isWorthwhile={(preview.report?.pairCount ?? 0) > 0} />
          </div>
        </div>
      </div>
    </div>
  )
}

function Format(): ReactElement {
  const format = useExportChoice((choice) => choice.format)
  const formats = useFormats()
  return (
    <Radio.Group
      label={words.format}
      value={format}
      onChange={(value) => useExportChoice.setState({ format: value })}
    >
      <div className={styles.formats}>
        {formats.map(({ name, title }) => (
          <Radio key={name} value={name} label={title} />
        ))}
      </div>
      <p className={styles.formatExplain} aria-live="polite">
        {spellMessage(formats.find(({ name }) => name === format)?.summary ?? '')}
      </p>
    </Radio.Group>
  )
}

function States(): ReactElement {
  const states = useExportChoice((choice) => choice.states)
  const counts = useEngineState(({ project }) => project?.counts)
  return (
    <StateChoice
      words={words}
      value={states}
      onChange={(chosen) => useExportChoice.setState({ states: chosen })}
      countOf={(state) => counts?.[state] ?? 0}
      className={styles.states}
    />
  )
}

function Where(): ReactElement {
  const on = useExportChoice((choice) => choice.on)
  return (
    <WorkPlace
      task="exports"
      words={words.where}
      value={on}
      onChange={(place) => {
        useExportChoice.setState({ on: place })
        chooseOut('')
      }}
    />
  )
}

function Out(): ReactElement {
  const { out, on } = useExportChoice()
  if (on === 'workers') {
    return (
      <TextInput
        label={words.outOnWorker}
        placeholder="bridges/levir-mci"
        description={words.outOnWorkerExplain}
        value={out}
        onChange={(event) => chooseOut(event.currentTarget.value)}
      />
    )
  }
  return (
    <FolderField
      label={words.out}
      placeholder={words.outOrBucket}
      description={isBucketAddress(out.trim()) ? words.outInBucket : null}
      chooseTitle={words.chooseTitle}
      value={out}
      onChange={chooseOut}
      onChoose={writeInto}
    />
  )
}

function ExportButton({ preview }: { preview: PreviewState }): ReactElement {
  const { states, out } = useExportChoice()
  const [isStarting, setStarting] = useState(false)
  const isRunning = useEngineState(({ jobs }) =>
    jobs.some(({ kind, state }) => kind === 'export' && state === 'running'),
  )
  async function start(): Promise<void> {
    setStarting(true)
    await beginExport()
    setStarting(false)
  }
  const count = preview.report?.pairCount ?? 0
  const reason = isRunning ? words.otherExport : whyNotReady(preview, states, out)
  const isReady = count > 0 && reason === null
  const reasonId = useId()
  return (
    <div className={styles.start}>
      <Button
        size="sm"
        disabled={!isReady}
        loading={isStarting}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => void start()}
      >
        {words.export(count)}
      </Button>
      {reason === null ? null : (
        <span id={reasonId} className={shared.dim}>
          {reason}
        </span>
      )}
    </div>
  )
}

/** Null also if the preview shows the failure. */
function whyNotReady({ report }: PreviewState, states: readonly ReviewState[], out: string): string | null {
  if (states.length === 0) {
    return words.noState
  }
  if (report?.pairCount === 0) {
    return report.leftOut.length === 0 ? words.noPairs : words.noPairFits
  }
  return out.trim() === '' ? words.needsOut : null
}

/** A folder of the dataset's own in the one that was chosen, which may hold other things. */
function writeInto(parent: string): void {
  const { format } = useExportChoice.getState()
  const name = useEngineState.getState().project?.name ?? 'dataset'
  chooseOut(pathIn(parent, `${name}-${format}`))
}

const detailsWords = text.dataset.details
const LONGEST_LICENCE = 200

/** Options that most people leave as they are: form of images and masks, and the licence in the card. */
function Details(): ReactElement {
  const { format, images, captions, masks, licence, isPatientCopied } = useExportChoice()
  return (
    <div className={styles.details}>
      <Select
        label={detailsWords.images}
        data={imageModeSchema.options.map((value) => ({ value, label: detailsWords.imageModes[value] }))}
        allowDeselect={false}
        value={images}
        onChange={(value) => useExportChoice.setState({ images: imageModeSchema.parse(value) })}
      />
      <Select
        label={detailsWords.captions}
        data={captionChoiceSchema.options.map((value) => ({
          value,
          label: detailsWords.captionChoices[value],
        }))}
        allowDeselect={false}
        value={captions}
        onChange={(value) => useExportChoice.setState({ captions: captionChoiceSchema.parse(value) })}
      />
      {format === 'coco' ? (
        <Select
          label={detailsWords.masks}
          data={maskStyleSchema.options.map((value) => ({ value, label: detailsWords.maskStyles[value] }))}
          allowDeselect={false}
          value={masks}
          onChange={(value) => useExportChoice.setState({ masks: maskStyleSchema.parse(value) })}
        />
      ) : null}
      {format === 'dicom-seg' ? (
        <Checkbox
          label={detailsWords.patient}
          checked={isPatientCopied}
          onChange={(event) => useExportChoice.setState({ isPatientCopied: event.currentTarget.checked })}
        />
      ) : null}
      <TextInput
        label={detailsWords.licence}
        placeholder={detailsWords.licencePlaceholder}
        maxLength={LONGEST_LICENCE}
        value={licence}
        onChange={(event) => useExportChoice.setState({ licence: event.currentTarget.value })}
      />
    </div>
  )
}
