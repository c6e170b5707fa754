import { NumberInput, Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { trainingDefaults } from '../../src/contract/training'
import { text } from '../text/en'
import { setAdvanced, useTrainingOptions } from './options'
import styles from './Training.module.css'

const words = text.training.advanced

interface Field {
  name: 'rate' | 'batch' | 'steps' | 'replay' | 'heldOut' | 'threads'
  min: number
  max: number
  isWhole: boolean
  explain?: string
}

/** As in the contract. */
const fields: readonly Field[] = [
  { name: 'rate', min: 0.000001, max: 0.1, isWhole: false },
  { name: 'batch', min: 1, max: 256, isWhole: true },
  { name: 'steps', min: 1, max: 1_000_000, isWhole: true },
  { name: 'replay', min: 0, max: 0.9, isWhole: false, explain: words.replayExplain },
  { name: 'heldOut', min: 0.05, max: 0.5, isWhole: false, explain: words.heldOutExplain },
  { name: 'threads', min: 1, max: 256, isWhole: true },
]

const { rate, batch, replay, heldOut } = trainingDefaults
const usual: Readonly<Record<Field['name'], string>> = {
  rate: `${rate}`,
  batch: `${batch}`,
  steps: words.byPreset,
  replay: `${replay}`,
  heldOut: `${heldOut}`,
  threads: words.allThreads,
}

/** Folded away: all of it has safe values. */
export function Advanced(): ReactElement {
  const advanced = useTrainingOptions((options) => options.advanced)
  return (
    <details className={styles.advanced}>
      <summary>{words.title}</summary>
      <p className={styles.dim}>{words.explain}</p>
      <div className={styles.advancedFields}>
        {fields.map(({ name, min, max, isWhole, explain }) => (
          <NumberInput
            key={name}
            size="xs"
            label={words[name]}
            description={explain}
            placeholder={usual[name]}
            min={min}
            max={max}
            step={isWhole ? 1 : 0.05}
            decimalScale={isWhole ? 0 : 6}
            hideControls
            value={advanced[name] ?? ''}
            onChange={(value) => setAdvanced({ [name]: inside(value, min, max) })}
          />
        ))}
        <NumberInput
          size="xs"
          label={words.seed}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          value={advanced.seed}
          onChange={(value) => setAdvanced({ seed: inside(value, 1, 1_000_000) ?? 1 })}
        />
      </div>
      <Switch
        label={words.upright}
        description={words.uprightExplain}
        checked={advanced.isUpright}
        onChange={(event) => setAdvanced({ isUpright: event.currentTarget.checked })}
      />
    </details>
  )
}

/** What the engine would refuse counts as not said, as does a field that is empty. */
function inside(value: number | string, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null
}
