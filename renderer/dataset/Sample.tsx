import { Loader, Select } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { engine } from '../engine'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { useQuery } from '../state/use-query'
import styles from './Dataset.module.css'
import { useExportChoice } from './options'

const words = text.dataset.sample
const SETTLE_MILLISECONDS = 400

/** The list that a trainer reads first. */
function firstToShow<F extends { path: string }>(files: readonly F[]): F | undefined {
  return (
    files.find(({ path }) => /(?:instances_)?train\.jsonl?$|train\/metadata/.test(path)) ??
    files.find(({ path }) => path !== 'README.md')
  )
}

/** The first pairs as the chosen format has them, file by file. */
export function Sample({ isWorthwhile }: { isWorthwhile: boolean }): ReactElement | null {
  const format = useExportChoice((choice) => choice.format)
  const states = useExportChoice((choice) => choice.states)
  const counts = useEngineState(({ project }) => project?.counts)
  const [wanted, setWanted] = useState<string | null>(null)
  const key = isWorthwhile && states.length > 0 ? JSON.stringify([format, states, counts]) : null
  const query = useQuery(key, () => engine.call('export.sample', { format, states }), SETTLE_MILLISECONDS)
  const files = query.value?.files.filter(({ text: content }) => content !== null) ?? []
  const shown = files.find(({ path }) => path === wanted) ?? firstToShow(files)
  if (key === null || (query.value === null && query.problem !== null)) {
    return null
  }
  return (
    <section aria-label={words.title} aria-busy={query.isWaiting}>
      <h3>
        {words.title}
        {query.isWaiting ? <Loader size={12} role="status" aria-label={words.writing} /> : null}
      </h3>
      {shown === undefined ? null : (
        <>
          <Select
            aria-label={words.file}
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
      <p className={styles.dim}>{words.others((query.value?.files.length ?? 0) - files.length)}</p>
    </section>
  )
}
