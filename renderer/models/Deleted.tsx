import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ModelList } from '../../src/contract/models'
import { text } from '../text/en'
import { spellAgo } from '../components/duration'
import { restore } from './commands'
import styles from './Models.module.css'

const words = text.models.deleted

/** What was deleted of late, to be brought back. */
export function Deleted({ deleted }: { deleted: ModelList['deleted'] }): ReactElement | null {
  return deleted.length === 0 ? null : (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.dim}>{words.explain}</p>
      <ul className={styles.deleted}>
        {deleted.map(({ id, title, at }) => (
          <li key={`${id} ${at}`}>
            <span>{words.when(title, spellAgo(at))}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={words.restoreNamed(title)}
              onClick={() => void restore(id)}
            >
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
