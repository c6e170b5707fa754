import { Loader } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import type { ModelComparison, PairComparison } from '../../src/contract/model-comparison'
import type { Region } from '../../src/domain/document'
import { unrejectedRegions } from '../../src/domain/review'
import { engine } from '../engine'
import { titleOf } from '../models/spell'
import { text } from '../text/chosen'
import { spellFixed } from '../text/spelling'
import { useEngineState } from '../state/engine-state'
import { useQuery } from '../state/use-query'
import { Picture } from './Picture'
import shared from '../components/shared.module.css'
import styles from './ComparedPair.module.css'

const words = text.training.verdict

/** One held-out pair: as reviewed, and as both models propose it. */
export function ComparedPair(props: {
  runId: string
  verdict: ModelComparison
  row: PairComparison
}): ReactElement {
  const { runId, verdict, row } = props
  const { pairId } = row
  const list = useEngineState((state) => state.models)
  const title = (id: string): string => (list === null ? id : titleOf(list, id))
  const compared = useQuery(`${runId} ${pairId}`, () => engine.call('training.compare', { runId, pairId }))
  const reviewed = useQuery(String(pairId), () => engine.call('pairs.get', { pairId }))
  if (compared.problem !== null) {
    return (
      <p className={shared.problem} role="alert">
        {compared.problem}
      </p>
    )
  }
  const { frames } = words
  return (
    <div className={styles.compared} aria-busy={compared.isWaiting} aria-live="polite">
      <FrameView name={frames.before}>
        <Picture pairId={pairId} kind="before" name={`${row.key}, ${frames.before}`} />
        {compared.isWaiting ? <Loader size={12} /> : null}
      </FrameView>
      <FrameView name={frames.reviewed}>
        <Picture
          pairId={pairId}
          kind="after"
          name={`${row.key}, ${frames.reviewed}`}
          regions={reviewed.value === null ? [] : unrejectedRegions(reviewed.value.document)}
        />
        {row.references.map((reference) => (
          <p key={reference}>{reference}</p>
        ))}
        {row.isAsProposed ? <p className={shared.dim}>{words.asProposed(title(verdict.before))}</p> : null}
      </FrameView>
      <Proposed
        name={frames.old(title(verdict.before))}
        row={row}
        scores={row.before}
        regions={compared.value?.before.regions ?? []}
      />
      <Proposed
        name={frames.new(title(verdict.after))}
        row={row}
        scores={row.after}
        regions={compared.value?.after.regions ?? []}
      />
    </div>
  )
}

function FrameView({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <figure className={styles.frame}>
      <figcaption>{name}</figcaption>
      {children}
    </figure>
  )
}

function Proposed(props: {
  name: string
  row: PairComparison
  scores: PairComparison['before']
  regions: readonly Pick<Region, 'category' | 'mask'>[]
}): ReactElement {
  const { name, row, scores, regions } = props
  const facts = [
    ...(scores.maskIou === null ? [] : [`${words.maskIou} ${spellFixed(scores.maskIou, 2)}`]),
    ...(scores.rougeL === null ? [] : [`${words.metrics['rouge-l']} ${spellFixed(scores.rougeL, 2)}`]),
    ...(scores.ciderD === null ? [] : [`${words.metrics['cider-d']} ${spellFixed(scores.ciderD, 2)}`]),
    ...(row.isChanged === null || scores.saysChange === row.isChanged
      ? []
      : [scores.saysChange ? words.explanations.yes : words.explanations.no]),
  ]
  return (
    <FrameView name={name}>
      <Picture pairId={row.pairId} kind="after" name={`${row.key}, ${name}`} regions={regions} />
      <p data-selectable>{scores.caption === '' ? text.training.examples.noCaption : scores.caption}</p>
      <p className={shared.dim}>{facts.join(' · ')}</p>
    </FrameView>
  )
}
