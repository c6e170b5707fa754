import { counted, spellFixed, spellNumber } from '../spelling'

export const blindReviews = {
  title: 'Blind reviews',
  explain: 'Which pairs several people review blindly, and how far they agree',
  unavailable:
    'Blind reviews need a project in a database, and are for adjudicators and owners of a team. Nothing was opened.',
  pairs: {
    title: 'Pairs with several reviews',
    people: 'People for each pair',
    sample: 'Pairs',
    units: { share: 'A share of them', count: 'A number of them' },
    share: 'Share of the pairs',
    count: 'Number of pairs',
    seed: 'Seed of the sample',
    seedExplain: 'The same seed draws the same pairs.',
    explain:
      'Pairs that somebody has worked on are left as they are. Pairs on which a blind review has begun stay in, whatever you set.',
    set: (people: number, percent: number) =>
      `Have ${counted(people, { one: 'person', other: 'people' })} review ${spellNumber(percent)} % of the pairs`,
    setCount: (people: number, count: number) =>
      `Have ${counted(people, { one: 'person', other: 'people' })} review ${counted(count, { one: 'pair', other: 'pairs' })}`,
    end: 'No further blind reviews',
    endExplain: 'Takes out the pairs on which no blind review has begun.',
    none: 'No pair gets several reviews yet.',
    present: 'How far they are',
    pairs: 'Pairs',
    begun: 'Begun',
    waiting: 'To adjudicate',
    adjudicated: 'Adjudicated',
    gold: 'Gold',
  },
  gold: {
    title: 'Gold pairs',
    explain:
      'Blind reviews of these pairs are scored against what you decided on them. Reviewers are not told.',
    make: 'Make gold',
    made: (count: number) =>
      `${counted(count, { one: 'pair is', other: 'pairs are' })} gold now. Blind reviews lists them all.`,
    tooMany: (most: number) => `Choose at most ${spellNumber(most)} pairs. Nothing was changed.`,
    none: 'There is none yet. Decide on pairs, select them in the queue and choose Make gold.',
    takeOut: (key: string) => `${key} is gold no more`,
  },
  agreement: {
    title: 'Agreement',
    explain: 'Only pairs whose reviews are all decided count. Thousands of pairs take a minute.',
    measure: 'Compare the reviews',
    waiting: 'The reviews are being compared…',
    nothing: 'No pair has all its reviews yet. Once one has, this shows how far people agree.',
    compared: (people: number, pairs: number, ofAll: number) =>
      `${counted(people, { one: 'person', other: 'people' })}, ${counted(pairs, { one: 'pair', other: 'pairs' })} that two or more decided on, ${spellNumber(ofAll)} that all did.`,
    ofAll: 'All together',
    metric: 'Metric',
    value: 'Value',
    interval: '95 % interval',
    range: (low: number, high: number) => `${spellFixed(low, 2)} to ${spellFixed(high, 2)}`,
    grid: 'Each two people, by this metric',
    gold: 'Gold pairs',
    of: (first: string, second: string) => `${first} and ${second}`,
    both: (pairs: number) => `${counted(pairs, { one: 'pair', other: 'pairs' })} that both decided on.`,
    scores: 'How far they agree',
    categories: 'Categories of regions',
    category: 'Category',
    byBoth: 'Both',
    begunFrom: (model: string, pairs: number) =>
      `Begun from ${model}: ${counted(pairs, { one: 'pair', other: 'pairs' })}`,
    /** By the English names that the engine gives them. */
    metrics: {
      "decision, Krippendorff's alpha": "Decision (Krippendorff's alpha)",
      "change or none, Krippendorff's alpha": "Change or none (Krippendorff's alpha)",
      "decision, Fleiss' kappa": "Decision (Fleiss' kappa)",
      "change or none, Fleiss' kappa": "Change or none (Fleiss' kappa)",
      'decision, kappa': "Decision (Cohen's kappa)",
      'change or none, kappa': "Change or none (Cohen's kappa)",
      'category of regions, kappa': "Category of regions (Cohen's kappa)",
      'regions found by both, F1': 'Regions found by both (F1)',
      'masks of these regions, IoU': 'Masks of these regions (IoU)',
      'all changed pixels, IoU': 'All changed pixels (IoU)',
      'boundaries, F1': 'Boundaries (F1)',
      'captions, CIDEr-D': 'Captions (CIDEr-D)',
      'captions, METEOR (no paraphrase)': 'Captions (METEOR)',
    },
  },
}
