import { spellNumber } from '../spelling'

/** Others who work on the same project at the same time. */
export const others = {
  claims: {
    /** In place of a name that was not set. */
    somebody: 'Somebody',
    at: (name: string) => `${name} is at this pair`,
    here: (name: string) => `${name} is at this pair. You can look at it, or take it over to edit it.`,
    takeOver: 'Take over',
    takenOver: (key: string, name: string) =>
      `${name} has taken ${key} over. What you did is kept, and what you were typing was sent.`,
    lookOnly: (name: string) => `${name} is at this pair: take it over to edit it.`,
    allHeld: 'Others are at all pairs that follow in this list.',
  },
  stale: {
    bar: (key: string, who: string) =>
      `Your change of ${key} is not stored: ${who} changed the same meanwhile.`,
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
}
