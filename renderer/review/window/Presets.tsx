import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { DepthFacts } from '../../../src/contract/value-facts'
import type { PairWindow } from '../../../src/domain/value-mapping'
import { text } from '../../text/chosen'
import { spellLevel } from './spell-level'
import { isSameWindow, setWindow } from './window-store'
import styles from './Window.module.css'

const words = text.depth

interface Preset {
  label: string
  window: PairWindow
}

export function Presets({ depth, shown }: { depth: DepthFacts; shown: PairWindow }): ReactElement {
  const { full, usual, narrow } = depth
  const presets = [
    ...presetsOfFile(depth),
    { label: words.full, window: full },
    { label: words.usual, window: usual },
    { label: words.narrow, window: narrow },
  ]
  return (
    <div className={styles.row} role="group" aria-label={words.presets}>
      {presets.map(({ label, window }, at) => (
        <Button
          // they stay in their order, and a file may name two alike
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          size="compact-xs"
          variant={isSameWindow(shown, window) ? 'light' : 'default'}
          aria-pressed={isSameWindow(shown, window)}
          onClick={() => void setWindow(window)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Where the file names several, those without a name are told apart by their numbers. */
function presetsOfFile(depth: DepthFacts): Preset[] {
  const { file, named } = depth
  if (named.length === 0) {
    return file === null ? [] : [{ label: words.file, window: file }]
  }
  return named.map(({ window, name }) => ({
    label: name ?? (named.length === 1 ? words.file : spellLevel(window, depth)),
    window,
  }))
}
