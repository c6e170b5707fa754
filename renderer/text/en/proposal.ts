import { counted, spellFixed, spellNumber } from '../spelling'
/** Text of the panel of proposals. */
export const proposal = {
  title: 'Proposal',
  none: 'No proposal yet.',
  waiting: 'A proposal for this pair is being made…',
  by: (name: string, version: string) => `${name}, version ${version}`,
  on: (milliseconds: number, provider: string) =>
    `${milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${spellFixed(milliseconds / 1000, 1)} s`} on ${provider}`,
  score: 'Change score',
  scoreExplain: 'How likely a change is, as the proposer sees it; crops count too',
  noChange: 'No change',
  noChangeExplain: 'How likely it is that nothing changed; crops count too. The proposer marks no region',
  expectedIou: 'Expected IoU',
  expectedIouExplain:
    'How much of these masks and of the true ones together lies in both, as the model expects: 1 all, 0 nothing',
  agreement: 'Agreement',
  agreementExplain:
    'How well the first caption and the regions speak of the same thing, as the model sees it: 1 fully, 0 not at all',
  agreementUnknown: (reason: string) => `Agreement unknown: ${reason}`,
  disagreement: 'What contradicts',
  again: 'Propose again',
  first: 'Propose',
  adopt: 'Use this',
  adoptExplain: 'Replaces the present regions and captions by those it has. It can be undone.',
  present: 'began here',
  earlier: 'All proposals',
  imported: (name: string) => `${name} (imported)`,
  against: 'Compare with',
  document: 'The regions of the pair as they are now',
  compared: (score: number, regions: number, iou: number | null) =>
    [
      `score ${spellFixed(score, 2)}`,
      counted(regions, { one: 'region', other: 'regions' }),
      ...(iou === null ? [] : [`IoU ${spellFixed(iou, 2)}`]),
    ].join(', '),
  regions: 'Regions',
  regionsOf: (title: string) => `Regions of ${title}`,
  region: (score: number | null, area: number) =>
    [...(score === null ? [] : [spellFixed(score, 2)]), `${spellNumber(area)} px`].join(', '),
  take: 'Take',
  takeRegion: (category: string) => `Take ${category}`,
  takeExplain: 'Adds this region to those of the pair. It can be undone.',
  taken: (title: string) => `Region taken from ${title}`,
  difference: 'Difference',
  differenceExplain: 'Shows on the picture, in three colours, what only one of both masks covers',
  parts: ['only here', 'only there', 'both'],
  remarks: 'Remarks',
  fromFiles: 'Masks beside the images',
  carried: 'Carried from the date before',
  builtIn: { difference: 'Measured difference', 'difference+sam2': 'Measured difference with outlines' },
}
