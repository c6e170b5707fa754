import { NumberInput, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { TRAINING_DEFAULTS, trainingProviderSchema } from '../../src/contract/training'
import { useEngineState } from '../state/engine-state'
import { text } from '../text/chosen'
import { setAdvanced, useTrainingOptions } from './commands'
import shared from '../components/shared.module.css'
import styles from './Setup.module.css'

const words = text.training.advanced

type OptionalName = 'rate' | 'batch' | 'steps' | 'replay' | 'heldOut' | 'threads'

interface Field {
  name: OptionalName | 'seed'
  min: number
  max: number
  isInteger: boolean
  explain?: string
}

/** As in the contract. */
const fields: readonly (Field & { name: OptionalName })[] = [
  { name: 'rate', min: 0.000001, max: 0.1, isInteger: false },
  { name: 'batch', min: 1, max: 256, isInteger: true },
  { name: 'steps', min: 1, max: 1_000_000, isInteger: true },
  { name: 'replay', min: 0, max: 0.9, isInteger: false, explain: words.replayExplain },
  { name: 'heldOut', min: 0.05, max: 0.5, isInteger: false, explain: words.heldOutExplain },
  { name: 'threads', min: 1, max: 256, isInteger: true },
]
const SEED: Field = { name: 'seed', min: 1, max: 1_000_000, isInteger: true }
const USUAL_SEED = 1

const { rate, batch, replay, heldOut } = TRAINING_DEFAULTS
const usual: Readonly<Record<Field['name'], string>> = {
  rate: `${rate}`,
  batch: `${batch}`,
  steps: words.byPreset,
  replay: `${replay}`,
  heldOut: `${heldOut}`,
  threads: words.allThreads,
  seed: `${USUAL_SEED}`,
}

/** Folded away: all of it has safe values. */
export function Advanced(): ReactElement {
  const advanced = useTrainingOptions((options) => options.advanced)
  return (
    <details className={styles.advanced}>
      <summary>{words.title}</summary>
      <p className={shared.dim}>{words.explain}</p>
      <div className={styles.advancedFields}>
        {fields.map((field) => (
          <NumberField
            key={field.name}
            field={field}
            value={advanced[field.name]}
            onStore={(value) => setAdvanced({ [field.name]: value })}
          />
        ))}
        <NumberField
          field={SEED}
          value={advanced.seed}
          onStore={(value) => setAdvanced({ seed: value ?? USUAL_SEED })}
        />
        <TrainingProvider />
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

/** Automatic, the processor, and the devices that passed their test. */
function TrainingProvider(): ReactElement {
  const provider = useTrainingOptions((options) => options.advanced.provider)
  const reports = useEngineState((state) => state.providers?.reports ?? null)
  const { names } = text.shell.provider
  const usable = new Set(reports?.flatMap(({ name, isUsable }) => (isUsable ? [name] : [])))
  const choices = trainingProviderSchema.options.flatMap((option) =>
    'options' in option ? option.options : [...option.values],
  )
  return (
    <Select
      size="xs"
      label={words.provider}
      description={words.providerExplain}
      allowDeselect={false}
      value={provider}
      data={choices
        .filter((name) => name === 'auto' || name === 'cpu' || name === provider || usable.has(name))
        .map((name) => ({ value: name, label: names[name] }))}
      onChange={(value) => setAdvanced({ provider: trainingProviderSchema.parse(value) })}
    />
  )
}

interface NumberFieldProps {
  field: Field
  value: number | null
  onStore(value: number | null): void
}

/** Keeps the typed text as it is until the field is left, which puts the value inside its bounds. */
function NumberField({ field, value, onStore }: NumberFieldProps): ReactElement {
  const { name, min, max, isInteger, explain } = field
  // text that is not yet a value, or not an allowed one: `0.`, or nothing
  const [typed, setTyped] = useState<number | string | null>(null)
  return (
    <NumberInput
      size="xs"
      label={words[name]}
      description={explain}
      placeholder={usual[name]}
      min={min}
      max={max}
      step={isInteger ? 1 : 0.05}
      decimalScale={isInteger ? 0 : 6}
      hideControls
      value={typed ?? value ?? ''}
      onChange={(now) => {
        const stored = inside(now, min, max)
        setTyped(stored === now ? null : now)
        onStore(stored)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

/** Null for a value that the engine would refuse, and for an empty field. */
function inside(value: number | string, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null
}
