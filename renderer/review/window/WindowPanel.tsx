import { Button, NumberInput, RangeSlider } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import type { DepthFacts } from '../../../src/contract/value-facts'
import { pairWindowSchema } from '../../../src/domain/value-mapping'
import type { PairWindow } from '../../../src/domain/value-mapping'
import { useEngineState } from '../../state/engine-state'
import { text } from '../../text/chosen'
import { decimalMark, spellValue } from '../../text/spelling'
import { Histogram } from './Histogram'
import { levelOf, windowOf } from './level'
import { Presets } from './Presets'
import {
  defaultWindow,
  keepWindow,
  resetForAll,
  restorePrevious,
  setForAll,
  setWindow,
  tryWindow,
  useWindowState,
} from './window-store'
import styles from './Window.module.css'

const words = text.depth

/** Steps of a handle from one end of the histogram to the other. */
const STEPS = 256

interface PanelProps {
  open: OpenPair
  depth: DepthFacts
}

export function WindowPanel({ open, depth }: PanelProps): ReactElement {
  const draft = useWindowState((state) => state.draft)
  const project = useEngineState((state) => state.project?.mapping.window) ?? null
  const own = open.pair.window
  const shown = draft ?? own ?? project ?? defaultWindow(depth)
  return (
    <>
      <h2 className={styles.title}>{words.title}</h2>
      <div className={styles.plot}>
        <Histogram depth={depth} shown={shown} />
        <Handles depth={depth} shown={shown} />
      </div>
      <Fields depth={depth} shown={shown} />
      <Presets depth={depth} shown={shown} />
      <p className={styles.note}>{sourceOf(own, project, depth)}</p>
      <div className={styles.row}>
        <Action label={words.reset} isDisabled={own === null} onClick={() => void setWindow(null)} />
        <Previous pairId={open.pair.id} />
        <Action label={words.forAll} hint={words.forAllHint} onClick={() => void setForAll()} />
        {project === null ? null : <Action label={words.resetAll} onClick={() => void resetForAll()} />}
      </div>
      <p className={styles.note}>{words.explain}</p>
      {depth.hasPreviews ? null : <p className={styles.note}>{words.noPreview}</p>}
    </>
  )
}

function sourceOf(own: PairWindow | null, project: PairWindow | null, { file }: DepthFacts): string {
  if (own !== null) {
    return words.ofPair
  }
  if (project !== null) {
    return words.ofProject(spellValue(project.low), spellValue(project.high))
  }
  return file === null ? words.ofPercentiles : words.ofFile
}

interface ShownProps {
  depth: DepthFacts
  shown: PairWindow
}

/** In steps of the histogram's width: the slider rounds, and values have any size. */
function Handles({ depth, shown }: ShownProps): ReactElement {
  const { plot, areWhole } = depth
  const width = plot.high - plot.low
  const steps = areWhole ? Math.min(STEPS, width) : STEPS
  const stepOf = (value: number): number => Math.min(steps, Math.max(0, ((value - plot.low) / width) * steps))
  const valueOf = (step: number): number => {
    const value = plot.low + (step / steps) * width
    return areWhole ? Math.round(value) : value
  }
  const value: [number, number] = [stepOf(shown.low), stepOf(shown.high)]
  const spell = (step: number): string => spellValue(valueOf(step))
  /** One handle moves at a time; the other may stand for an end beyond the histogram, and stays that. */
  function move([low, high]: [number, number]): void {
    const isLow = Math.abs(low - value[0]) > Math.abs(high - value[1])
    tryWindow(isLow ? { ...shown, low: valueOf(low) } : { ...shown, high: valueOf(high) })
  }
  return (
    <RangeSlider
      size="xs"
      min={0}
      max={steps}
      step={1}
      minRange={1}
      value={value}
      label={spell}
      thumbValueText={spell}
      thumbFromLabel={words.lowHandle}
      thumbToLabel={words.highHandle}
      onChange={move}
      onChangeEnd={keepWindow}
    />
  )
}

function Fields({ depth, shown }: ShownProps): ReactElement {
  const { low, high } = shown
  const { level, width } = levelOf(shown, depth)
  return (
    <div className={styles.fields}>
      <Field label={words.low} value={low} windowAt={(value) => ({ low: value, high })} />
      <Field label={words.high} value={high} windowAt={(value) => ({ low, high: value })} />
      <Field
        label={words.level}
        value={level}
        windowAt={(value) => windowOf({ level: value, width }, depth)}
      />
      <Field
        label={words.width}
        value={width}
        windowAt={(value) => (value > 0 ? windowOf({ level, width: value }, depth) : { low: 0, high: 0 })}
      />
    </div>
  )
}

interface FieldProps {
  label: string
  value: number
  windowAt: (value: number) => PairWindow
}

/** What is typed counts once the field is left, or with Enter. */
function Field({ label, value, windowAt }: FieldProps): ReactElement {
  const [typed, setTyped] = useState<number | string | null>(null)
  // digits that end in a zero behind the point come as text
  const number = typed === null || typed === '' ? NaN : Number(typed)
  const wanted = Number.isNaN(number) ? null : windowAt(number)
  const isWrong = wanted !== null && !pairWindowSchema.safeParse(wanted).success
  function keep(): void {
    if (wanted !== null && !isWrong) {
      void setWindow(wanted)
    }
    setTyped(null)
  }
  return (
    <NumberInput
      size="xs"
      label={label}
      hideControls
      decimalSeparator={decimalMark()}
      value={typed ?? Number(value.toPrecision(6))}
      error={isWrong ? words.order : undefined}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          keep()
        }
      }}
    />
  )
}

function Previous({ pairId }: { pairId: number }): ReactElement {
  const hasPrevious = useWindowState((state) => state.previous.has(pairId))
  return <Action label={words.previous} isDisabled={!hasPrevious} onClick={restorePrevious} />
}

interface ActionProps {
  label: string
  hint?: string
  isDisabled?: boolean
  onClick: () => void
}

function Action({ label, hint, isDisabled = false, onClick }: ActionProps): ReactElement {
  return (
    <Button size="compact-xs" variant="default" title={hint} disabled={isDisabled} onClick={onClick}>
      {label}
    </Button>
  )
}
