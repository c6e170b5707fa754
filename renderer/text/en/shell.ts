export const shell = {
  appName: 'Deltascribe',
  rail: 'Places',
  routes: {
    open: 'Open',
    queue: 'Queue',
    review: 'Review',
    dataset: 'Dataset',
    training: 'Train',
    models: 'Models',
    settings: 'Settings',
  },
  keys: 'Keys',
  starting: 'Starting the engine…',
  engineLost: 'The engine stopped and is restarting. Your edits are kept.',
  engineBack: 'The engine is running again.',
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  goThere: 'Go there',
  notices: 'Notices',
  layers: 'Menus and dialogs',
  status: 'Status',
  project: 'Project',
  projectMenu: {
    label: (name: string) => `Project ${name}`,
    readings: 'How this folder is read…',
    reveal: 'Show the folder',
    close: 'Close the project',
  },
  saved: 'All changes saved',
  refused: 'The last change was not saved',
  held: (count: number) => (count === 1 ? '1 change is not saved' : `${count} changes are not saved`),
  storeHeld: 'Try again',
  saving: (count: number) => (count === 1 ? 'Saving 1 change…' : `Saving ${count} changes…`),
  provider: {
    label: 'Provider',
    probing: 'Testing providers…',
    inUse: (name: string) => `Proposals run on ${name}`,
    speed: (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`,
    title: 'Providers',
    explain:
      'Each one was tried alone against a known answer. The time is one run of the test graph, so smaller is faster.',
    name: 'Provider',
    time: 'Time',
    error: 'Largest error',
    result: 'Result',
    usable: 'Works',
    usedNow: 'In use',
    probe: 'Test again',
    names: {
      auto: 'Automatic',
      cpu: 'CPU',
      webgpu: 'WebGPU',
      cuda: 'CUDA',
      dml: 'DirectML',
      coreml: 'Core ML',
    },
  },
  proposals: {
    label: 'Proposals ahead',
    missing: (missing: number, pairs: number) =>
      `${missing.toLocaleString()} of ${pairs.toLocaleString()} pairs have no proposal yet`,
    some: (proposed: number, pairs: number) =>
      `Proposals ready for ${proposed.toLocaleString()} of ${pairs.toLocaleString()}`,
    ready: (pairs: number) => `Proposals ready for all ${pairs.toLocaleString()}`,
    running: (done: number, total: number) =>
      `Proposing ${done.toLocaleString()} of ${total.toLocaleString()}`,
    rate: (perSecond: number) =>
      perSecond >= 1 ? `${perSecond.toFixed(1)} a second` : `${Math.round(perSecond * 60)} a minute`,
    left: (duration: string) => `${duration} left`,
    failed: (count: number) => `${count.toLocaleString()} failed`,
    nothingLeft: 'No pair is left to propose for: each has a proposal, was decided about, or has a problem.',
    start: 'Propose for all pairs',
    stop: 'Stop proposing',
  },
  jobs: {
    label: 'Jobs',
    progress: (title: string, done: string, total: string | null) =>
      total === null ? `${title}: ${done}` : `${title}: ${done} of ${total}`,
    cancel: (title: string) => `Cancel ${title}`,
    interrupted: {
      export:
        'The engine stopped while it ran. What was written is kept: export to the same folder again, and it goes on from there.',
      import: 'The engine stopped while it ran, and no folder was made: import again.',
      'model-pack':
        'The engine stopped while it ran. What was downloaded is kept: install again, and it goes on from there.',
      captions:
        'The engine stopped while it ran. The captions that came are kept: ask again, and the other pairs are asked about.',
    },
  },
  duration: {
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
  ago: {
    now: 'just now',
    minutes: (count: number) => `${count} min ago`,
    hours: (count: number) => `${count} h ago`,
  },
}
