import { Button, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { Output } from '../../../src/contract/define'
import type { EngineCommands } from '../../../src/contract/engine'
import { MOST_REVIEWS } from '../../../src/contract/overlap'
import { Table } from '../../components/Table'
import shared from '../../components/shared.module.css'
import { engine } from '../../engine'
import { text } from '../../text/chosen'
import { messageOf } from '../../text/message'
import { spellNumber } from '../../text/spelling'
import styles from './BlindReviews.module.css'

const words = text.blindReviews.pairs

/** How large a sample is given. */
const UNITS = ['share', 'count'] as const

interface Size {
  unit: (typeof UNITS)[number]
  percent: number
  count: number
}

const MOST_PAIRS = 10_000_000

interface PairsProps {
  counts: Output<EngineCommands, 'overlap.list'>
  /** Why they cannot be had. */
  problem: string | null
  storePath: string
  onSet: () => void
}

/** How many people review a pair, of which pairs, and how far they are. */
export function PairsOfReviews({ counts, problem: unread, storePath, onSet }: PairsProps): ReactElement {
  const [people, setPeople] = useState(2)
  const [size, setSize] = useState<Size>({ unit: 'share', percent: 10, count: 100 })
  const [seed, setSeed] = useState(1)
  const [isSetting, setIsSetting] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const problem = unread ?? refused
  const { unit, percent, count } = size

  async function set(reviews: number): Promise<void> {
    setIsSetting(true)
    setRefused(null)
    try {
      const sample = unit === 'share' ? { share: percent / 100 } : { count }
      await engine.call('overlap.set', { reviews, ...sample, seed, storePath })
      onSet()
    } catch (error) {
      setRefused(messageOf(error))
    } finally {
      setIsSetting(false)
    }
  }

  return (
    <section className={styles.section} aria-label={words.title}>
      <h2>{words.title}</h2>
      <div className={styles.fields}>
        <Whole label={words.people} least={2} most={MOST_REVIEWS} value={people} onChange={setPeople} />
        <SampleSize value={size} onChange={setSize} />
        <Whole
          label={words.seed}
          explain={words.seedExplain}
          least={0}
          most={999_999}
          value={seed}
          onChange={setSeed}
        />
      </div>
      <p className={shared.note}>{words.explain}</p>
      <div className={shared.row}>
        <Button data-autofocus loading={isSetting} onClick={() => void set(people)}>
          {unit === 'share' ? words.set(people, percent) : words.setCount(people, count)}
        </Button>
        {counts.length === 0 ? null : (
          <Button variant="default" disabled={isSetting} title={words.endExplain} onClick={() => void set(0)}>
            {words.end}
          </Button>
        )}
      </div>
      {problem === null ? null : (
        <p className={shared.problem} role="alert">
          {problem}
        </p>
      )}
      <Present counts={counts} />
    </section>
  )
}

interface SampleSizeProps {
  value: Size
  onChange: (size: Size) => void
}

/** How many pairs: a share of them or a number. */
function SampleSize({ value, onChange }: SampleSizeProps): ReactElement {
  const { unit, percent, count } = value
  return (
    <>
      <Select
        label={words.sample}
        allowDeselect={false}
        value={unit}
        data={UNITS.map((one) => ({ value: one, label: words.units[one] }))}
        onChange={(chosen) => onChange({ ...value, unit: chosen ?? unit })}
      />
      {unit === 'share' ? (
        <Whole
          label={words.share}
          least={1}
          most={100}
          value={percent}
          onChange={(typed) => onChange({ ...value, percent: typed })}
          suffix=" %"
        />
      ) : (
        <Whole
          label={words.count}
          least={1}
          most={MOST_PAIRS}
          value={count}
          onChange={(typed) => onChange({ ...value, count: typed })}
        />
      )}
    </>
  )
}

function Present({ counts }: Pick<PairsProps, 'counts'>): ReactElement {
  if (counts.length === 0) {
    return <p className={shared.dim}>{words.none}</p>
  }
  return (
    <Table
      caption={words.present}
      heads={[words.people, words.pairs, words.begun, words.waiting, words.adjudicated, words.gold]}
      rows={counts.map((one) =>
        [one.wanted, one.pairs, one.begun, one.waiting, one.adjudicated, one.gold].map((count) =>
          spellNumber(count),
        ),
      )}
    />
  )
}

interface WholeProps {
  label: string
  explain?: string
  least: number
  most: number
  value: number
  onChange: (value: number) => void
  suffix?: string
}

/** A whole number; what is half typed changes nothing. */
function Whole(props: WholeProps): ReactElement {
  const { label, explain, least, most, value, onChange, suffix = '' } = props
  return (
    <NumberInput
      size="xs"
      label={label}
      title={explain}
      min={least}
      max={most}
      allowDecimal={false}
      clampBehavior="blur"
      suffix={suffix}
      value={value}
      onChange={(typed) => {
        if (typeof typed === 'number' && typed >= least && typed <= most) {
          onChange(typed)
        }
      }}
    />
  )
}
