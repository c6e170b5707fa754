/** Settings of what changed things are called. */
export const names = {
  title: 'Names',
  explain:
    'Regions that changed are named by what a detector sees there, and by names that you gave to regions that look alike.',
  isOn: 'Name what changed',
  isOnExplain: 'Turned off, every region that is proposed is a change without a name.',
  leastScore: 'Least score',
  percent: (score: number) => `${Math.round(100 * score)} %`,
  leastScoreExplain:
    'How sure the detector must be at least of what it knows best; of all else, 15 % more. A lower one names more regions, and more of them wrongly.',
  isShared: 'Use names taught in one project in all projects',
  isSharedExplain:
    'Features of the regions that you named are kept in your user folder then: numbers by which others like them are known again, no images.',
  unavailable: (reason: string) => `No detector names anything now: ${reason}`,
  failed: (reason: string) => `The names could not be listed: ${reason}`,
  words: {
    title: 'Words of this project',
    explain:
      'What the detector knows, and what this project calls it. What is left out names no region. An empty word is its own again.',
    filter: 'Find a word',
    none: 'No word fits.',
    count: (changed: number) => (changed === 1 ? '1 changed' : `${changed} changed`),
    word: (kind: string) => `Word for ${kind}`,
    leaveOut: 'Leave out',
    leaveOutKind: (kind: string) => `Leave out ${kind}`,
    reset: (kind: string) => `Call ${kind} by its own word`,
    resetAll: 'Use all own words',
  },
  taught: {
    title: 'Taught names',
    explain: 'Each region that you name teaches its name. Five examples of a name are needed.',
    none: 'No name has been taught yet.',
    count: (count: number) => (count === 1 ? '1 example' : `${count} examples`),
    notUsed: 'names regions from five on',
    forget: (word: string) => `Forget ${word}`,
    forgetShort: 'Forget',
    confirm: (word: string) => `Forget “${word}”?`,
    confirmExplain: (word: string, count: string) =>
      `It was taught by ${count}. No new region is called “${word}” because of them; those that have the name keep it.`,
  },
  renew: {
    changed: 'Names that are there already stay as they are until pairs are proposed for again.',
    again: 'Name again',
    explain: 'Proposes again for all pairs that nobody has touched. What people did stays.',
    begun: (pairs: number) =>
      pairs === 0
        ? 'There is no pair that nobody has touched.'
        : pairs === 1
          ? 'One pair is proposed for again.'
          : `${pairs.toLocaleString()} pairs are proposed for again.`,
  },
}
