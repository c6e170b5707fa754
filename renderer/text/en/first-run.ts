/** The start screen for someone who is new. */
export const samples = {
  title: 'Try it with a sample',
  explain: 'A sample opens as a copy in your user data folder. You can change everything in it.',
  cards: {
    everyday: { title: 'Everyday photographs', line: '11 pairs: a table, animals, a temple, a dune' },
    aerial: { title: 'The ground from above', line: '9 pairs: a road in a wood, winter trees, a town' },
    rendered: { title: 'Rendered scenes', line: '40 pairs: blocks and land, drawn by a program' },
  },
  pair: {
    title: 'What a pair is',
    before: 'Before',
    after: 'After',
    mask: 'Mask: what changed',
    explain:
      'Two images of one place. Deltascribe proposes the mask and a sentence about the change, and you correct both.',
  },
  layouts: {
    title: 'How your images may lie in a folder',
    folders: 'Two folders, equal names',
    suffixes: 'Names with an ending',
    list: 'A list of paths',
    columns: 'before,after',
  },
  credits: {
    title: 'Photographs of the samples',
    explain: 'Each pair was composed from a part of one of these photographs.',
  },
}

/** What Review shows a newcomer. */
export const hints = {
  label: 'Hint',
  paint: (brush: string, eraser: string) =>
    `Is something missing in the mask? Paint it with the brush (${brush}). The eraser (${eraser}) takes away.`,
  accept: (key: string) => `Is all of it right now? Accept, and go on to the next pair, with ${key}.`,
  remove: (next: string, remove: string) =>
    `Is a region no change? Choose it with ${next} or a click, and remove it with ${remove}.`,
  caption: (key: string) => `Does the sentence tell what changed? Mend it with ${key}.`,
  close: 'Close',
  none: 'No more hints',
}
