import { spellFixed, spellNumber } from '../spelling'

/** Others who work on the same project at the same time. */
export const others = {
  claims: {
    /** In place of a name that was not set. */
    somebody: 'Somebody',
    at: (name: string) => `${name} is at this pair`,
    here: (name: string) => `${name} is at this pair. You can look at it, or take it over to edit it.`,
    seen: (name: string) => `${name} is at this pair.`,
    takeOver: 'Take over',
    takenOver: (key: string, name: string) =>
      `${name} has taken ${key} over. What you did is kept, and what you were typing was sent.`,
    lookOnly: (name: string) => `${name} is at this pair: take it over to edit it.`,
    allHeld: 'Others are at all pairs that follow in this list.',
    /** Where the other page is the person's own. */
    own: {
      at: 'You are at this pair in another tab or browser',
      here: 'You are at this pair in another tab or browser. You can look at it here, or take it over to edit it.',
      seen: 'You are at this pair in another tab or browser.',
      lookOnly: 'You are at this pair in another tab or browser: take it over to edit it here.',
      takenOver: (key: string) =>
        `You have taken ${key} over in another tab or browser. What you did here is kept, and what you were typing was sent.`,
    },
  },
  stale: {
    bar: (key: string, who: string) =>
      `Your change of ${key} is not stored: ${who} changed the same meanwhile.`,
    ownBar: (key: string) =>
      `Your change of ${key} is not stored: you changed the same elsewhere meanwhile, in the queue or in another window.`,
    you: 'You',
    compare: 'Compare',
    title: (key: string) => `Two versions of ${key}`,
    explain: 'Nothing is lost until you choose. You can close this and come back by the bar above.',
    changed: (who: string, what: string, ago: string) => `${who}: ${what}, ${ago}`,
    columns: { part: 'What', mine: 'Yours', theirs: 'Stored now' },
    mine: 'Take yours',
    theirs: 'Take what is stored',
    joined: 'Join both masks',
    later: 'Decide later',
    picture: { mine: 'Your masks', theirs: 'Masks that are stored now' },
    tooLarge: 'The masks of a large pair are not pictured here. Close this to see what is stored.',
    parts: {
      mask: (region: string) => `Mask of ${region}`,
      category: (region: string) => `Category of ${region}`,
      status: (region: string) => `${region}: accepted or rejected`,
      region: (region: string) => `Region ${region}`,
      caption: 'Caption',
      rank: 'Place of the caption',
      notes: 'Notes',
      decision: 'State',
    },
    pixels: (count: number) => `${spellNumber(count)} px`,
    place: (rank: number) => spellNumber(rank + 1),
    there: 'there',
    gone: 'not there',
    empty: '(empty)',
    labels: { mine: 'Own version taken', joined: 'Masks joined' },
  },
  reviews: {
    blind: (own: number, wanted: number) =>
      `Blind review ${spellNumber(own)} of ${spellNumber(wanted)}. Nobody sees it until all are decided.`,
    own: (own: number, wanted: number) =>
      `Blind review ${spellNumber(own)} of ${spellNumber(wanted)}. The pair was adjudicated, so your review stays as it is.`,
    full: (wanted: number) =>
      `${spellNumber(wanted)} people review this pair already. Your changes would not be stored: go on to the next pair.`,
    waiting: (decided: number, wanted: number) =>
      `${spellNumber(decided)} of ${spellNumber(wanted)} blind reviews are decided. Until all are, the pair cannot be changed.`,
    allIn: (wanted: number) => `All ${spellNumber(wanted)} blind reviews are decided.`,
    settled: 'This pair was adjudicated.',
    compare: 'Compare reviews',
    nothingToCompare: 'There are no blind reviews to compare here, or not all are decided yet.',
    title: (key: string) => `Blind reviews of ${key}`,
    explain: 'What you take becomes the pair, under your name. You can paint on it, and undo takes it back.',
    iou: (iou: number) => `All changed pixels: IoU ${spellFixed(iou, 2)}.`,
    otherSizes: 'The masks are of images of several sizes.',
    decisionsShared: 'All decided alike.',
    decisionsDiffer: 'Decisions differ.',
    vote: 'Vote',
    takeOne: (name: string) => `Take ${name}`,
    takeVote: 'Take the vote',
    regions: (count: number) => `${spellNumber(count)} ${count === 1 ? 'region' : 'regions'}`,
    noCaption: 'No caption',
    close: 'Decide later',
    filter: 'To adjudicate',
    filterExplain: 'Only pairs whose blind reviews are all decided, the least alike first',
  },
}
