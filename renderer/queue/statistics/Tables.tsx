import type { ReactElement } from 'react'
import type { Statistics } from '../../../src/contract/statistics'
import { Table } from '../../components/Table'
import { text } from '../../text/chosen'
import { spellFixed, spellNumber } from '../../text/spelling'

const words = text.statistics

export function ProposerTable({ proposers }: Pick<Statistics, 'proposers'>): ReactElement {
  const heads = [
    words.proposer,
    words.pairs,
    words.asProposed,
    text.queue.states.corrected,
    text.queue.states.rejected,
    text.queue.states.flagged,
    words.seconds,
    words.iou,
    words.characters,
  ]
  return (
    <Table
      caption={words.byProposer}
      heads={heads}
      rows={proposers.map((one) => [
        `${one.proposer} ${one.version}`,
        spellNumber(one.decided),
        percentOf(one.asProposed),
        spellNumber(one.corrected),
        spellNumber(one.rejected),
        spellNumber(one.flagged),
        secondsOf(one.times),
        one.medianIou === null ? words.none : spellFixed(one.medianIou, 2),
        one.medianCaptionDistance === null ? words.none : spellNumber(one.medianCaptionDistance),
      ])}
    />
  )
}

export function ReviewerTable({ reviewers }: Pick<Statistics, 'reviewers'>): ReactElement {
  return (
    <Table
      caption={words.byReviewer}
      heads={[words.reviewer, words.pairs, words.asProposed, words.seconds]}
      rows={reviewers.map((one) => [
        one.reviewer === '' ? words.noName : one.reviewer,
        spellNumber(one.decided),
        percentOf(one.asProposed),
        secondsOf(one.times),
      ])}
    />
  )
}

export function percentOf(share: number | null): string {
  return share === null ? words.none : words.percent(Math.round(share * 100))
}

export function secondsOf(times: Statistics['times']): string {
  return times === null ? words.none : words.spelledSeconds(times.median)
}
