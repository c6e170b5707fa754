import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ModelList, PromotionScope } from '../../src/contract/models'
import { text } from '../text/en'
import { rollBack } from './commands'
import styles from './Models.module.css'
import { titleOf } from './titles'

const words = text.models.history
const SHOWN_AT_MOST = 20

/** What was promoted and rolled back, the last first. */
export function PromotionHistory({ list }: { list: ModelList }): ReactElement {
  const entries = [
    ...(list.project?.history ?? []).map((entry) => ({ ...entry, scope: 'project' as PromotionScope })),
    ...list.byDefault.history.map((entry) => ({ ...entry, scope: 'default' as PromotionScope })),
  ]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, SHOWN_AT_MOST)
  const before = list.project === null ? null : list.byDefault.before
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      {entries.length === 0 ? (
        <p className={styles.dim}>{words.none}</p>
      ) : (
        <table className={styles.scores}>
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.where}</th>
              <th scope="col">{words.what}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ at, kind, id, scope }) => (
              <tr key={`${scope} ${at} ${kind}`}>
                <td>{new Date(at).toLocaleString()}</td>
                <td>{scope === 'project' ? words.here : words.everywhere}</td>
                <td>{words[kind](id === null ? words.default : titleOf(list, id))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {before === null ? null : (
        <Button
          className={styles.below}
          size="compact-xs"
          variant="default"
          onClick={() => void rollBack('default')}
        >
          {words.rollBackDefault(titleOf(list, before.id))}
        </Button>
      )}
    </section>
  )
}
