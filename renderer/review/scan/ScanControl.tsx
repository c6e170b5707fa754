import { ActionIcon, Button, CloseButton, NumberInput, Popover, Select, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconStackPush } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import type { PairScan, SeriesPlaces } from '../../../src/contract/scans'
import { sliceAxisSchema } from '../../../src/domain/slice-path'
import type { SliceAxis, SliceChoice } from '../../../src/domain/slice-path'
import { useReviewDocument } from '../document'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/chosen'
import { spellValue } from '../../text/spelling'
import shared from '../../components/shared.module.css'
import { loadScan, usePairScan } from './scan-store'
import { addSlices, goToSlice, stepSlice } from './slices'
import styles from './Scan.module.css'

const words = text.scan

/** Only where a frame is one slice of several. */
export function ScanControl(): ReactElement | null {
  const pairId = useReviewDocument((document) => document.open?.pair.id ?? null)
  useEffect(() => (pairId === null ? undefined : loadScan(pairId)), [pairId])
  const scan = usePairScan((state) => (state.pairId === pairId ? state.scan : null))
  const shown = scan?.after.shown ?? null
  if (scan === null) {
    return null
  }
  if (shown === null) {
    return scan.series === null ? null : <SeriesPlace series={scan.series} />
  }
  return (
    <div className={styles.scan} role="group" aria-label={words.slices}>
      <SliceField key={`${pairId} ${shown.number}`} shown={shown} count={scan.counts[shown.axis] ?? 1} />
      <BeforeSlice scan={scan} />
      <Step step={-1} label={words.previous} />
      <Step step={1} label={words.next} />
      <RangePanel scan={scan} shown={shown} />
    </div>
  )
}

/** Where the before image is another slice of its file, or one that lies elsewhere. */
function BeforeSlice({ scan: { before, after, apart } }: { scan: PairScan }): ReactElement | null {
  const number = before.shown?.number ?? null
  return number === null || (number === after.shown?.number && apart === null) ? null : (
    <span className={`${shared.note} ${styles.before}`}>
      {words.before(number, apart === null ? null : spellValue(Math.round(apart * 10) / 10))}
    </span>
  )
}

/** Millimetres: less is how places are rounded. */
const LEAST_APART = 0.5

/** Of two files of a series, which are paired by their names: only where they are not of one place. */
function SeriesPlace({ series: { before, after, distance } }: { series: SeriesPlaces }): ReactElement | null {
  const apart = distance !== null && distance.apart >= LEAST_APART ? distance : null
  if (before === after && apart === null) {
    return null
  }
  return (
    <div className={styles.scan} role="group" aria-label={words.slices}>
      {before === null || after === null ? null : (
        <span className={`${shared.note} ${styles.of}`}>{words.series(before, after)}</span>
      )}
      {apart === null ? null : (
        <Tooltip label={apart.haveOneOrigin ? words.apartExplain : words.apartOtherwise}>
          <span className={`${shared.note} ${styles.before}`}>{words.apart(spellValue(apart.apart))}</span>
        </Tooltip>
      )}
    </div>
  )
}

function SliceField({ shown, count }: { shown: SliceChoice; count: number }): ReactElement {
  const [typed, setTyped] = useState<number | string>(shown.number)
  const go = (): void => {
    const number = Number(typed)
    if (Number.isInteger(number) && number >= 1 && number <= count) {
      void goToSlice(number)
    } else {
      setTyped(shown.number)
    }
  }
  return (
    <>
      <NumberInput
        className={styles.field}
        size="xs"
        aria-label={words.slice(words.axes[shown.axis])}
        min={1}
        max={count}
        allowDecimal={false}
        hideControls
        value={typed}
        onChange={setTyped}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            go()
          }
        }}
      />
      <span className={`${shared.note} ${styles.of}`}>{words.of(count, words.axes[shown.axis])}</span>
    </>
  )
}

function Step({ step, label }: { step: 1 | -1; label: string }): ReactElement {
  const action = step === 1 ? 'review.sliceNext' : 'review.slicePrevious'
  return (
    <Tooltip label={withKeys(label, action)}>
      <ActionIcon aria-label={label} onClick={() => stepSlice(step)}>
        {step === 1 ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}

/** Each slice of the range becomes a pair with masks and captions of its own. */
function RangePanel({ scan, shown }: { scan: PairScan; shown: SliceChoice }): ReactElement {
  const isShown = usePairScan((state) => state.isPanelShown)
  return (
    <Popover opened={isShown} onChange={setShown} position="top-end" width={300} returnFocus>
      <Popover.Target>
        <Tooltip label={words.add}>
          <ActionIcon aria-label={words.add} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            <IconStackPush size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.add} className={styles.panel}>
        <RangeForm scan={scan} shown={shown} />
        <CloseButton
          className={styles.close}
          size="sm"
          aria-label={words.close}
          onClick={() => setShown(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function setShown(isPanelShown: boolean): void {
  usePairScan.setState({ isPanelShown })
}

function RangeForm({ scan, shown }: { scan: PairScan; shown: SliceChoice }): ReactElement {
  const [axis, setAxis] = useState<SliceAxis>(shown.axis)
  const count = scan.counts[axis] ?? 1
  const [from, setFrom] = useState<number | string>(1)
  const [to, setTo] = useState<number | string>(count)
  const [low, high] = [Number(from), Number(to)]
  const isFit = Number.isInteger(low) && Number.isInteger(high) && low >= 1 && low <= high && high <= count
  const axes = sliceAxisSchema.options.filter((one) => (scan.counts[one] ?? 0) > 1)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void addSlices(axis, low, high).then((isDone) => setShown(!isDone))
      }}
    >
      <p className={shared.note}>{words.addExplain}</p>
      {axes.length < 2 ? null : (
        <Select
          size="xs"
          label={words.direction}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={axes.map((one) => ({ value: one, label: words.axes[one] }))}
          value={axis}
          onChange={(value) => {
            const chosen = sliceAxisSchema.parse(value)
            setAxis(chosen)
            setFrom(1)
            setTo(scan.counts[chosen] ?? 1)
          }}
        />
      )}
      <div className={styles.range}>
        <NumberInput size="xs" label={words.from} min={1} max={count} value={from} onChange={setFrom} />
        <NumberInput size="xs" label={words.to} min={1} max={count} value={to} onChange={setTo} />
      </div>
      <Button size="xs" type="submit" disabled={!isFit}>
        {words.addRange}
      </Button>
    </form>
  )
}
