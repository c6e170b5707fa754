import { NativeSelect } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ValueFacts } from '../../../src/contract/value-facts'
import type { Bands } from '../../../src/domain/value-mapping'
import { text } from '../../text/chosen'
import { chooseBands } from './window-store'
import styles from './Window.module.css'

const words = text.depth.bands

interface BandProps {
  /** Null where it is not known which bands there are. */
  facts: ValueFacts['bands']
  bands: Bands | null
}

type Mode = 'usual' | 'three' | 'one'

/** Which bands are red, green and blue, or the one that is shown in grey; of all pairs. */
export function BandChoice({ facts, bands }: BandProps): ReactElement {
  const mode: Mode = bands === null ? 'usual' : bands.length === 3 ? 'three' : 'one'
  const options = optionsOf(facts, bands)
  function choose(next: string): void {
    const first = bands?.[0] ?? 1
    // the default three are no choice of their own: the reverse order shows that something was chosen
    const three: Bands = [Math.min(3, options.length), Math.min(2, options.length), 1]
    void chooseBands(next === 'usual' ? null : next === 'one' ? [first] : three)
  }
  return (
    <div className={styles.bands}>
      <h2 className={styles.title}>{words.title}</h2>
      <NativeSelect
        size="xs"
        label={words.mode}
        value={mode}
        data={(['usual', 'three', 'one'] as const).map((value) => ({ value, label: words[value] }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {bands === null ? null : (
        <div className={styles.fields}>
          {bands.map((band, at) => (
            <NativeSelect
              key={NAMES[mode][at]}
              size="xs"
              label={words[NAMES[mode][at]]}
              value={String(band)}
              data={options}
              onChange={(event) => {
                const next = bands.map((old, place) =>
                  place === at ? Number(event.currentTarget.value) : old,
                )
                void chooseBands(next as unknown as Bands)
              }}
            />
          ))}
        </div>
      )}
      <p className={styles.note}>{words.hint}</p>
      {facts === null || facts.before.count === facts.after.count ? null : (
        <p className={styles.note}>{words.counts(facts.before.count, facts.after.count)}</p>
      )}
    </div>
  )
}

const NAMES = {
  usual: [],
  three: ['red', 'green', 'blue'],
  one: ['grey'],
} as const satisfies Record<Mode, readonly (keyof typeof words)[]>

/** The bands that both frames have, and those that are chosen. */
function optionsOf(facts: ValueFacts['bands'], bands: Bands | null): { value: string; label: string }[] {
  const common = facts === null ? 3 : Math.min(facts.before.count, facts.after.count)
  const count = Math.max(common, ...(bands ?? []))
  return Array.from({ length: count }, (_, at) => {
    const name = facts?.after.names[at] ?? ''
    return {
      value: String(at + 1),
      label: words.name(at + 1, name === '' ? (facts?.before.names[at] ?? '') : name),
    }
  })
}
