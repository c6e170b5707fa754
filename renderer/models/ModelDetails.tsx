/* oxlint-disable react/no-array-index-key -- a card never changes */

import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconPencil, IconSparkles, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Model, ModelList } from '../../src/contract/models'
import { withKeys } from '../keys/actions'
import { text } from '../text/chosen'
import { spellBytes, spellDateTime } from '../text/spelling'
import { removeIfAllowed, whyNotDeletable, whyNotExported, whyNotNamed, whyNotPromoted } from './actions'
import { promote, useSelection } from './commands'
import { ModelMarks } from './ModelTable'
import shared from '../components/shared.module.css'
import styles from './ModelDetails.module.css'
import parts from './parts.module.css'
import { spellInterval, spellValue, titleOf } from './spell'
import { engine } from '../engine'
import { useQuery } from '../state/use-query'
import { readCardBlocks } from './card-blocks'
import type { CardBlock } from './card-blocks'
import { spellMessage } from '../text/message'

const words = text.models

/** One model: what can be done with it, and what is known of it. */
export function ModelDetails({ model, list }: { model: Model; list: ModelList }): ReactElement {
  const { title, description, problem, folder } = model
  return (
    <section className={styles.details} aria-label={words.details}>
      <h2 className={parts.nameLine}>
        <span className={parts.title}>{title}</span>
        <ModelMarks model={model} list={list} />
      </h2>
      {problem === null ? null : (
        <p className={parts.warning} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span data-selectable>{spellMessage(problem)}</span>
        </p>
      )}
      <Commands model={model} list={list} />
      {folder === null ? <p className={shared.dim}>{spellMessage(description)}</p> : null}
      <Facts model={model} list={list} />
      {folder === null ? null : <Scores model={model} />}
      {folder === null ? null : <ModelCard id={model.id} />}
    </section>
  )
}

function Commands({ model, list }: { model: Model; list: ModelList }): ReactElement {
  const isBusy = useSelection((selection) => selection.isBusy)
  const { id, problem } = model
  const notNamed = whyNotNamed(model)
  const notExported = whyNotExported(model)
  const notDeletable = whyNotDeletable(model, list)
  const notPromoted = whyNotPromoted(model, list)
  return (
    <div className={parts.commands}>
      <Button
        disabled={isBusy || notPromoted !== null}
        leftSection={<IconSparkles size={14} />}
        title={withKeys(text.keys.actions['models.promote'], 'models.promote')}
        onClick={() => void promote(model)}
      >
        {notPromoted !== null && id === list.inUse ? words.isPromoted : words.promote}
      </Button>
      {list.project === null || list.byDefault.present === id ? null : (
        <Button
          variant="default"
          disabled={isBusy || problem !== null}
          title={words.promoteByDefaultExplain}
          onClick={() => void promote(model, 'default')}
        >
          {words.promoteByDefault}
        </Button>
      )}
      <Button
        variant="default"
        disabled={notNamed !== null}
        leftSection={<IconPencil size={14} />}
        title={notNamed ?? withKeys(text.keys.actions['models.rename'], 'models.rename')}
        onClick={() => useSelection.setState({ cursorId: id, dialog: 'rename' })}
      >
        {words.rename}
      </Button>
      <Button
        variant="default"
        disabled={notExported !== null}
        leftSection={<IconDownload size={14} />}
        title={notExported ?? withKeys(text.keys.actions['models.export'], 'models.export')}
        onClick={() => useSelection.setState({ cursorId: id, dialog: 'export' })}
      >
        {words.export}
      </Button>
      <Button
        variant="default"
        disabled={isBusy || notDeletable !== null}
        leftSection={<IconTrash size={14} />}
        title={notDeletable ?? withKeys(text.keys.actions['models.delete'], 'models.delete')}
        onClick={() => removeIfAllowed(model, list)}
      >
        {words.delete}
      </Button>
    </div>
  )
}

function Facts({ model, list }: { model: Model; list: ModelList }): ReactElement {
  const { id, title, origin, family, version, licence, data, pairCount, createdAt, bytes, folder } = model
  const { facts } = words
  const lineage = lineageOf(model, list)
  const trainedOn = [...data, ...(pairCount === null ? [] : [words.pairs(pairCount)])]
  return (
    <dl className={styles.facts} data-selectable>
      {title === id ? null : <Fact name={facts.id} value={id} />}
      <Fact name={facts.origin} value={words.origins[origin]} />
      {family === null ? null : <Fact name={facts.family} value={facts.familyOf(family, version)} />}
      {licence === null ? null : <Fact name={facts.licence} value={licence} />}
      {lineage.length < 2 ? null : <Fact name={facts.lineage} value={words.lineage(lineage)} />}
      {trainedOn.length === 0 ? null : <Fact name={facts.data} value={trainedOn.join(', ')} />}
      {createdAt === null ? null : <Fact name={facts.created} value={spellDateTime(createdAt)} />}
      {bytes === null ? null : <Fact name={facts.size} value={spellBytes(bytes)} />}
      {folder === null ? null : <Fact name={facts.folder} value={folder} />}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** From the first ancestor to the model itself, in words. One that is not here ends it. */
function lineageOf(model: Model, list: ModelList): string[] {
  const chain = [model.title]
  const visited = new Set([model.id])
  let { parent } = model
  while (parent !== null && !visited.has(parent)) {
    visited.add(parent)
    chain.unshift(titleOf(list, parent))
    parent = list.models.find(({ id }) => id === parent)?.parent ?? null
  }
  return chain
}

function Scores({ model: { scores } }: { model: Model }): ReactElement {
  const { title, none, names, name, value, interval, parent } = words.scores
  const hasParent = scores.some((score) => score.parent !== null)
  return (
    <>
      <h3>{title}</h3>
      {scores.length === 0 ? (
        <p className={shared.dim}>{none}</p>
      ) : (
        <table className={parts.scores}>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col">{value}</th>
              <th scope="col">{interval}</th>
              {hasParent ? <th scope="col">{parent}</th> : null}
            </tr>
          </thead>
          <tbody data-selectable>
            {scores.map((score) => (
              <tr key={score.name}>
                <td>{names[score.name] ?? score.name}</td>
                <td>{spellValue(score.value)}</td>
                <td>{spellInterval(score)}</td>
                {hasParent ? <td>{score.parent === null ? words.none : spellValue(score.parent)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

const cardWords = text.models.card

/** The model card of a package. */
function ModelCard({ id }: { id: string }): ReactElement {
  const query = useQuery(id, () => engine.call('models.card', { id }))
  return (
    <>
      <h3>{cardWords.title}</h3>
      {query.isWaiting ? <output className={shared.dim}>{cardWords.loading}</output> : null}
      {query.problem === null ? null : <p className={shared.dim}>{cardWords.none}</p>}
      {query.value === null ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keys
        <section className={styles.card} aria-label={cardWords.title} tabIndex={0} data-selectable>
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
            <th key={index} scope="col">
              {cell}
            </th>
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
