import type { ReactElement } from 'react'
import aerial from '../../samples/aerial/ATTRIBUTION.md?raw'
import everyday from '../../samples/everyday/ATTRIBUTION.md?raw'
import { text } from '../text/chosen'
import styles from './Settings.module.css'

const words = text.samples.credits

/** Title, author, licence and source of each photograph of the samples. */
export function Credits(): ReactElement {
  return (
    <details className={styles.dim} data-selectable>
      <summary>{words.title}</summary>
      <p>{words.explain}</p>
      <ul>
        {[...entriesOf(everyday), ...entriesOf(aerial)].map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </details>
  )
}

/** Entries of the list in a file of credits, without marks of Markdown: a link becomes its text. */
export function entriesOf(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) =>
      line
        .slice(2)
        .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
        .replaceAll('`', ''),
    )
}
