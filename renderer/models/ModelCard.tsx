/* oxlint-disable react/no-array-index-key -- a card never changes */
import type { ReactElement } from 'react'
import { engine } from '../engine'
import { text } from '../text/en'
import { useQuery } from '../state/use-query'
import { readCardBlocks } from './card-blocks'
import type { CardBlock } from './card-blocks'
import shared from '../components/shared.module.css'
import styles from './ModelDetails.module.css'
import parts from './parts.module.css'

const words = text.models.card

/** The model card of a package. */
export function ModelCard({ id }: { id: string }): ReactElement {
  const query = useQuery(id, () => engine.call('models.card', { id }))
  return (
    <>
      <h3>{words.title}</h3>
      {query.isWaiting ? <output className={shared.dim}>{words.loading}</output> : null}
      {query.problem === null ? null : <p className={shared.dim}>{words.none}</p>}
      {query.value === null ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keys
        <section className={styles.card} aria-label={words.title} tabIndex={0} data-selectable>
          {readCardBlocks(query.value.card).map((block, index) => (
            <Block key={index} block={block} />
          ))}
        </section>
      )}
    </>
  )
}

function Block({ block }: { block: CardBlock }): ReactElement {
  switch (block.kind) {
    case 'heading':
      return <h4>{block.text}</h4>
    case 'paragraph':
      return <p>{block.text}</p>
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={index}>{item}</li>
          ))}
        </ul>
      )
    case 'table':
      return <Table head={block.head} rows={block.rows} />
  }
}

function Table({ head, rows }: { head: string[]; rows: string[][] }): ReactElement {
  return (
    <table className={parts.scores}>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <td key={index}>{cell}</td>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
