import { groupBy } from '../basics/group-by'
import type { DecisionRecord, Statistics, Times } from '../contract/statistics'

type Share = Pick<Statistics, 'decided' | 'asProposed' | 'times'>

/** What was decided, when, how fast, and how often as it was proposed. Days and hours are of the machine's zone. */
export function summarise(decisions: readonly DecisionRecord[], pairCount: number): Statistics {
  return {
    pairCount,
    ...shareOf(decisions),
    days: [...groupBy(decisions, ({ at }) => dayOf(at))]
      .map(([day, ones]) => ({ day, decided: ones.length }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    hours: hoursOf(decisions),
    reviewers: mostFirst(
      [...groupBy(decisions, ({ reviewer }) => reviewer)].map(([reviewer, ones]) => ({
        reviewer,
        ...shareOf(ones),
      })),
    ),
    proposers: mostFirst(
      [...groupBy(decisions.filter(isOfProposal), ({ proposal }) => proposal.proposer).values()]
        .flatMap((ones) => [...groupBy(ones, ({ proposal }) => proposal.version).values()])
        .map(proposerOf),
    ),
  }
}

/** A decision on work that began from a proposal. */
type OfProposal = DecisionRecord & { proposal: NonNullable<DecisionRecord['proposal']> }

function isOfProposal(decision: DecisionRecord): decision is OfProposal {
  return decision.proposal !== null
}

/** @param decisions at least one, all on proposals of one version of one proposer */
function proposerOf(decisions: readonly OfProposal[]): Statistics['proposers'][number] {
  const [{ proposal }] = decisions
  const count = (state: DecisionRecord['state']): number =>
    decisions.filter((one) => one.state === state).length
  const kept = decisions.filter(({ state }) => state === 'accepted' || state === 'corrected')
  return {
    proposer: proposal.proposer,
    version: proposal.version,
    ...shareOf(decisions),
    corrected: count('corrected'),
    rejected: count('rejected'),
    flagged: count('flagged'),
    medianIou: quantile(known(kept.map(({ maskIou }) => maskIou)), 0.5),
    medianCaptionDistance: quantile(known(kept.map(({ captionDistance }) => captionDistance)), 0.5),
  }
}

function known(values: (number | null)[]): number[] {
  return values.filter((value) => value !== null)
}

function shareOf(decisions: readonly DecisionRecord[]): Share {
  const proposed = decisions.filter(({ proposal }) => proposal !== null)
  const accepted = proposed.filter(({ state }) => state === 'accepted').length
  return {
    decided: decisions.length,
    asProposed: proposed.length === 0 ? null : accepted / proposed.length,
    times: timesOf(decisions),
  }
}

function timesOf(decisions: readonly DecisionRecord[]): Times | null {
  const seconds = decisions.map(({ milliseconds }) => milliseconds / 1000).filter((value) => value > 0)
  const [lowerQuartile, median, upperQuartile] = [0.25, 0.5, 0.75].map((share) => quantile(seconds, share))
  return lowerQuartile === null || median === null || upperQuartile === null
    ? null
    : { lowerQuartile, median, upperQuartile }
}

/** Between two values in proportion. Null for no values. */
function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) {
    return null
  }
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}

function hoursOf(decisions: readonly DecisionRecord[]): number[] {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { at } of decisions) {
    hours[new Date(at).getHours()] += 1
  }
  return hours
}

/** `2026-11-26` */
function dayOf(at: number): string {
  const date = new Date(at)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((value) => String(value).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

function mostFirst<T extends { decided: number }>(items: T[]): T[] {
  return items.sort((a, b) => b.decided - a.decided)
}
