import { Loader, Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { text } from '../text/chosen'
import { spellNumber } from '../text/spelling'
import shared from '../components/shared.module.css'
import styles from './Preview.module.css'
import reportStyles from './report.module.css'
import type { Output } from '../../src/contract/define'
import type { EngineCommands } from '../../src/contract/engine'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { LeftOutTable, Totals } from '../components/ChosenPairs'
import { Count, CountList } from '../components/Count'
import { useQuery } from '../state/use-query'
import { captionOption, useExportChoice } from './options'
import { useEffect, useState } from 'react'
import type { MessageText } from '../../src/messages/message'
import { spellMessage } from '../text/message'

const words = text.dataset

export function Preview({ preview }: { preview: PreviewState }): ReactElement {
  const { report, problem, isCounting } = preview
  const states = useExportChoice((choice) => choice.states)
  return (
    <section className={styles.preview} aria-label={words.preview} aria-busy={isCounting}>
      <h2>
        {words.preview}
        {isCounting ? <Loader size={12} role="status" aria-label={words.previewing} /> : null}
      </h2>
      {problem === null ? null : (
        <p className={reportStyles.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          {problem}
        </p>
      )}
      {isCounting && report === null ? <Totals states={states} sentence={words.totals} /> : null}
      {report === null ? null : report.pairCount === 0 ? (
        <p className={`${shared.dim} ${styles.nothing}`}>
          {report.leftOut.length === 0 ? words.nothing : words.noneFits}
        </p>
      ) : (
        <Counts report={report} />
      )}
      {report === null ? null : <UnsupportedFields sentences={report.unsupportedFields} />}
      {report === null ? null : <Remarks notices={report.notices} />}
      {report === null || report.pairCount + report.leftOut.length === 0 ? null : <LeftOut report={report} />}
    </section>
  )
}

function Counts({ report }: { report: PreviewReport }): ReactElement {
  const splits = Object.entries(report.splits)
  return (
    <>
      <CountList className={styles.counts}>
        <Count name={words.counts.pairs} value={report.pairCount} />
        <Count name={words.counts.regions} value={report.regionCount} />
        <Count name={words.counts.captions} value={report.captionCount} />
      </CountList>
      {splits.length === 0 ? null : (
        <>
          <table className={reportStyles.table}>
            <thead>
              <tr>
                <th scope="col">{words.split}</th>
                <th scope="col" className={reportStyles.number}>
                  {words.counts.pairs}
                </th>
              </tr>
            </thead>
            <tbody>
              {splits.map(([split, count]) => (
                <tr key={split}>
                  <td>{split}</td>
                  <td className={reportStyles.number}>{spellNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={shared.dim}>{words.splitsKept}</p>
        </>
      )}
    </>
  )
}

function UnsupportedFields({ sentences }: { sentences: readonly MessageText[] }): ReactElement | null {
  return sentences.length === 0 ? null : (
    <>
      <h3>{words.unsupportedFields}</h3>
      <Remarks notices={sentences} />
    </>
  )
}

/** Notices about the format and its readers. */
export function Remarks({ notices }: { notices: readonly MessageText[] }): ReactElement | null {
  return notices.length === 0 ? null : (
    <ul className={styles.notices}>
      {notices.map(spellMessage).map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  )
}

function LeftOut({ report }: { report: PreviewReport }): ReactElement {
  const { leftOut } = report
  if (leftOut.length === 0) {
    return <p className={`${shared.dim} ${styles.nothing}`}>{words.nothingLeftOut}</p>
  }
  return (
    <>
      <h3>{words.leftOut(leftOut.length)}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keys */}
      <section className={reportStyles.leftOut} tabIndex={0} aria-label={words.leftOut(leftOut.length)}>
        <LeftOutTable rows={leftOut} words={words} className={reportStyles.table} />
      </section>
    </>
  )
}

export type PreviewReport = Output<EngineCommands, 'export.preview'>

export interface PreviewState {
  report: PreviewReport | null
  problem: string | null
  isCounting: boolean
}

const SETTLE_MILLISECONDS = 150
/** While pairs are estimated, it is counted again. */
const ESTIMATE_MILLISECONDS = 3000

/** Counts of an export with the present choice, counted anew when the choice or the reviews change. */
export function usePreview(): PreviewState {
  const format = useExportChoice((choice) => choice.format)
  const states = useExportChoice((choice) => choice.states)
  const captions = useExportChoice((choice) => choice.captions)
  const counts = useEngineState(({ project }) => project?.counts)
  const [round, setRound] = useState(0)
  const key = states.length === 0 ? null : JSON.stringify([format, states, captions, counts, round])
  const query = useQuery(
    key,
    () => engine.call('export.preview', { format, states, ...captionOption(captions) }),
    SETTLE_MILLISECONDS,
  )
  const isEstimate = !query.isWaiting && (query.value?.estimatedCount ?? 0) > 0
  useEffect(() => {
    const timer = isEstimate
      ? window.setTimeout(() => setRound((last) => last + 1), ESTIMATE_MILLISECONDS)
      : null
    return () => window.clearTimeout(timer ?? undefined)
  }, [isEstimate])
  return { report: query.value, problem: query.problem, isCounting: query.isWaiting }
}

const sampleWords = text.dataset.sample
const SAMPLE_SETTLE_MILLISECONDS = 400

/** From the list that a trainer reads first to what every export has. */
const TELLING = [
  /(?:instances_)?train\.jsonl?$|train\/metadata/,
  /^(?!pairs\.jsonl$).*\.(?:json|jsonl|geojson|xml)$/,
  /^pairs\.jsonl$/,
  /^README\.md$/,
  /./,
]

function firstToShow<F extends { path: string }>(files: readonly F[]): F | undefined {
  return TELLING.map((telling) => files.find(({ path }) => telling.test(path))).find(
    (file) => file !== undefined,
  )
}

/** The first pairs as the chosen format has them, file by file. */
export function Sample({ isWorthwhile }: { isWorthwhile: boolean }): ReactElement | null {
  const format = useExportChoice((choice) => choice.format)
  const states = useExportChoice((choice) => choice.states)
  const captions = useExportChoice((choice) => choice.captions)
  const counts = useEngineState(({ project }) => project?.counts)
  const [wanted, setWanted] = useState<string | null>(null)
  const key = isWorthwhile && states.length > 0 ? JSON.stringify([format, states, captions, counts]) : null
  const query = useQuery(
    key,
    () => engine.call('export.sample', { format, states, ...captionOption(captions) }),
    SAMPLE_SETTLE_MILLISECONDS,
  )
  const files = query.value?.files.filter(({ text: content }) => content !== null) ?? []
  const shown = files.find(({ path }) => path === wanted) ?? firstToShow(files)
  if (key === null || (query.value === null && query.problem !== null)) {
    return null
  }
  return (
    <section aria-label={sampleWords.title} aria-busy={query.isWaiting}>
      <h3>
        {sampleWords.title}
        {query.isWaiting ? <Loader size={12} role="status" aria-label={sampleWords.writing} /> : null}
      </h3>
      {shown === undefined ? null : (
        <>
          <Select
            aria-label={sampleWords.file}
            data={files.map(({ path }) => path)}
            allowDeselect={false}
            value={shown.path}
            onChange={setWanted}
          />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keys */}
          <pre className={styles.sample} tabIndex={0} data-selectable>
            {shown.text}
          </pre>
        </>
      )}
      <p className={shared.dim}>{sampleWords.others((query.value?.files.length ?? 0) - files.length)}</p>
    </section>
  )
}
