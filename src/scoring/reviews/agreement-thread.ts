// Entry of a worker thread: reads the blind reviews of a project and compares them, which may take a minute.

import { parentPort, workerData } from 'node:worker_threads'
import type { ReviewerAgreement, AgreementMetric, TwoPeopleAgreement } from '../../contract/overlap'
import { toFailure } from '../../contract/errors'
import { Meteor } from '../../metrics/meteor/meteor'
import type { MetricReport } from '../../metrics/metric-report'
import { ProjectStore } from '../../store/project-store'
import { openPlace } from '../../store/store-address'
import type { StoreAddress } from '../../store/store-address'
import { loadProductResources } from '../meteor-product'
import { agreementReport } from './agreement-report'
import type { TwoReport } from './agreement-report'
import { readStoredReviews } from './stored-reviews'

/** As `deltascribe compare-reviews` has them. */
const RESAMPLING = { resamples: 1000, seed: 1 } as const

export type FromAgreementThread = { agreement: ReviewerAgreement } | { failure: ReturnType<typeof toFailure> }

async function agreementAt(place: StoreAddress): Promise<ReviewerAgreement> {
  const store = new ProjectStore(openPlace(place, true))
  try {
    const reviews = readStoredReviews(store, { whole: true })
    const meteor = new Meteor(await loadProductResources(), ['exact', 'stem', 'synonym'])
    const { people, pairs, pairsOfAll, metrics, two, gold } = agreementReport(reviews, meteor, RESAMPLING)
    return {
      people,
      pairs,
      pairsOfAll,
      metrics: metrics.map(told),
      two: two.map(toldOfTwo),
      gold: gold.map(toldOfTwo),
    }
  } finally {
    store.close()
  }
}

function told({ metric, value, interval }: MetricReport): AgreementMetric {
  const isKnown = Number.isFinite(value)
  const hasInterval =
    interval !== undefined && Number.isFinite(interval.low) && Number.isFinite(interval.high)
  return { metric, value: isKnown ? value : null, interval: isKnown && hasInterval ? interval : null }
}

function toldOfTwo({
  first,
  second,
  pairs,
  metrics,
  categories,
  models = [],
}: TwoReport): TwoPeopleAgreement {
  const ofModels = models.map((one) => ({
    model: one.model,
    pairs: one.pairs,
    metrics: one.metrics.map(told),
  }))
  return { first, second, pairs, metrics: metrics.map(told), categories, models: ofModels }
}

let message: FromAgreementThread
try {
  message = { agreement: await agreementAt(workerData as StoreAddress) }
} catch (error) {
  message = { failure: toFailure(error) }
}
parentPort?.postMessage(message)
