import type { ReviewerAgreement, TwoPeopleAgreement } from '../../src/contract/overlap'

/** Of two reviews of each pair. */
export const madeOverlap = { wanted: 2, pairs: 3, begun: 2, waiting: 1, adjudicated: 0, gold: 1 }

function two(first: string, second: string, kappa: number | null, iou: number): TwoPeopleAgreement {
  const interval = { low: iou - 0.1, high: iou + 0.1 }
  return {
    first,
    second,
    pairs: 12,
    models: [],
    metrics: [
      { metric: 'decision, kappa', value: kappa, interval: null },
      { metric: 'all changed pixels, IoU', value: iou, interval },
    ],
    categories: [{ category: 'house', first: 9, second: 7, both: 6 }],
  }
}

export const madeAgreement: ReviewerAgreement = {
  people: ['Rita', 'Rolf', 'Rosa'].map((name) => ({ name, decided: 12 })),
  pairs: 14,
  pairsOfAll: 10,
  metrics: [{ metric: "decision, Krippendorff's alpha", value: 0.62, interval: { low: 0.5, high: 0.71 } }],
  two: [two('Rita', 'Rolf', 0.75, 0.9), two('Rita', 'Rosa', null, 0.6), two('Rolf', 'Rosa', -0.1, 0.4)],
  gold: [two('Rita', 'gold', 0.8, 0.95), two('Rolf', 'gold', 0.7, 0.8), two('Rosa', 'gold', 0.1, 0.5)],
}
