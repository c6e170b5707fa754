import type { ReactElement } from 'react'
import type { TrainingExample } from '../../src/contract/training'
import { text } from '../text/en'
import { Picture } from './Picture'
import styles from './Training.module.css'
import type { Caption } from '../../src/domain/document'

const words = text.training.examples

/** Held-out pairs as the model in training proposes them. */
export function Examples({ examples }: { examples: readonly TrainingExample[] }): ReactElement {
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      {examples.length === 0 ? <p className={styles.dim}>{words.none}</p> : null}
      <ul className={styles.examples}>
        {examples.map((example) => (
          <li key={example.pairId}>
            <span className={styles.frames}>
              <Picture pairId={example.pairId} kind="before-thumbnail" name={words.before(example.key)} />
              <Picture
                pairId={example.pairId}
                kind="after-thumbnail"
                name={words.after(example.key)}
                regions={example.regions}
              />
            </span>
            <span>{captionOf(example)}</span>
            <span className={styles.dim}>{example.key}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first caption of a proposal, in words where there is none. */
function captionOf({ captions }: { captions: readonly Caption[] }): string {
  const [first] = captions.toSorted((a, b) => a.rank - b.rank)
  return first === undefined || first.text === '' ? text.training.examples.noCaption : first.text
}
