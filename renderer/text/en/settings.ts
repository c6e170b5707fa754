import { counted, plural, spellNumber } from '../spelling'

interface MachineFound {
  version: string
  platform: string
  /** Titles with times. */
  providers: string
  /** Title. */
  inUse: string
}

export const settings = {
  title: 'Settings',
  sections: 'Sections',
  appearance: 'Appearance',
  theme: 'Theme',
  themes: { dark: 'Dark', light: 'Light', system: 'As the system' },
  language: 'Language',
  languageExplain: 'The page is loaded anew in the other language, and your edits are stored first.',
  languageOfSystem: (name: string) => `As the system (${name})`,
  languageLater:
    'The other language is shown once the window is opened anew: something is not finished or not stored yet.',
  scale: 'Size of everything',
  scaleValue: (scale: number) => `${Math.round(scale * 100)} %`,
  machine: {
    isOn: 'Make proposals on another machine',
    explain:
      'A machine of yours with a graphics card, which you log in to with ssh. Images and models are sent there; you are asked before.',
    host: { label: 'Machine', explain: 'As ssh is told it: server, me@server, or a name of its settings.' },
    command: {
      label: 'Command there',
      explain: 'Starts Deltascribe on that machine, which has the same version.',
    },
    isNoName: 'Write a name without blanks that does not begin with a dash.',
    isNoCommand: 'Write the command in one line.',
    goesOnHere: 'Go on here where it cannot be reached',
    goesOnHereExplain:
      'This machine makes the proposals then. Otherwise they wait, and it is tried again each minute.',
    try: 'Try',
    tryExplain: 'Connects, and shows what is there.',
    declined: 'Nothing was sent: you did not agree.',
    found: ({ version, platform, providers, inUse }: MachineFound) =>
      `Deltascribe ${version} on ${platform}. It can use ${providers}. Proposals are made on ${inUse}.`,
    provider: (name: string, speed: string) => `${name} (${speed})`,
  },
  network: {
    title: 'Network',
    explain:
      'For model packs alone. Nothing else that you have leaves or enters this machine over these addresses.',
    proxy: {
      label: 'Proxy',
      explain: 'As in http://proxy.example.org:3128. Empty: the one of the environment (HTTPS_PROXY).',
    },
    hubMirror: {
      label: 'Mirror of the Hugging Face hub',
      explain: 'Asked in place of https://huggingface.co. What comes is checked all the same.',
    },
    registryMirror: {
      label: 'Mirror of the npm registry',
      explain: 'Asked in place of the registry that npm is set to. What comes is checked all the same.',
    },
    isNoAddress: 'Write an address that begins with https:// or http://, without a query.',
  },
  review: 'Review',
  reviewer: 'Your name',
  reviewerExplain: 'Kept with every decision that you make.',
  proposals: 'Proposals',
  proposer: 'Proposer',
  automatic: 'Automatic',
  /** By what the images of the open folder are; null where none is open. */
  automaticExplain: {
    photographs: (title: string) => `The images of this folder are photographs: ${title} proposes.`,
    rendered: (title: string) => `The images of this folder are rendered scenes: ${title} proposes.`,
    none: 'Found out from the images: one model is for photographs, another for rendered scenes. Measured difference serves where a model cannot run.',
  },
  promotedHere: (title: string) => `In the open folder ${title} proposes, as chosen in Models.`,
  insteadOf: (reason: string) => `It cannot be used: ${reason}. Measured difference serves instead.`,
  missing: 'there is no model of this name',
  provider: 'Provider',
  providerExplain: 'Automatic takes the fastest one that gives the right answer.',
  unavailable: (title: string) => `${title} (cannot be used here)`,
  ahead: 'Propose for all pairs after opening a folder',
  aheadExplain: 'Proposals are made in the background, the pairs near the open one first.',
  embed: 'Find similar pairs',
  embedExplain:
    'After the proposals, each pair is described by an embedding, in the background. The queue uses them for similar pairs, for the order with the most different pairs first, and for the map.',
  keys: 'Keys',
  keysExplain:
    'Click a key and press the new one. Backspace leaves the action without a key, Escape keeps it as it is.',
  keysFilter: 'Find an action',
  pressKey: 'Press a key…',
  reset: (label: string) => `Use the default key for ${label}`,
  resetAll: 'Use all default keys',
  /** The keys follow it. */
  change: (label: string) => `Change the key for ${label}, now `,
  noKey: 'none',
  conflict: (labels: string) => `Also used by ${labels}`,
  log: 'Log',
  logExplain:
    'Says what the program did and what failed. It holds no images, captions, notes or keys; messages of errors may name files.',
  logPath: 'File',
  showLogFolder: 'Show the folder',
  copyDiagnostics: 'Copy diagnostics',
  copied: 'Diagnostics copied.',
  about: 'About',
  version: (version: string, platform: string, node: string) =>
    `Version ${version} on ${platform}, Node ${node}`,
  storePath: 'Where work is kept',
}

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
  captionLanguage: 'Caption language',
  captionLanguageExplain:
    'Language of captions that are made from measurements and names. Words that you or this project chose are used as typed. Models know English; what people wrote stays.',
  words: {
    title: 'Words of this project',
    explain:
      'What the detector knows, and what this project calls it. What is left out names no region. An empty word is its own again.',
    filter: 'Find a word',
    none: 'No word fits.',
    count: (changed: number) => counted(changed, { one: 'changed', other: 'changed' }),
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
    count: (count: number) => counted(count, { one: 'example', other: 'examples' }),
    notUsed: 'names regions from five on',
    forget: (word: string) => `Forget ${word}`,
    forgetShort: 'Forget',
    confirm: (word: string) => `Forget “${word}”?`,
    confirmExplain: (word: string, count: string) =>
      `It was taught by ${count}. No new region is called “${word}” because of them; those that have the name keep it.`,
  },
  renew: {
    changed: 'Names and captions that are there already stay as they are until pairs are proposed for again.',
    again: 'Name again',
    explain: 'Proposes again for all pairs that nobody has touched. What people did stays.',
    begun: (pairs: number) =>
      pairs === 0
        ? 'There is no pair that nobody has touched.'
        : plural(pairs, {
            one: 'One pair is proposed for again.',
            other: `${spellNumber(pairs)} pairs are proposed for again.`,
          }),
  },
}
