import { counted, plural, spellFixed, spellNumber } from '../spelling'
import type { WorkerRunState, WorkerTask } from '../../../src/contract/workers'

const RUN_STATES: Readonly<Record<WorkerRunState, string>> = {
  waiting: 'waits for a worker',
  running: 'running',
  paused: 'paused',
  failed: 'failed',
  done: 'done, its model is on the way',
}

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
  tooLarge: 'This is too large to be sent: do it in smaller steps.',
  starting: 'Starting the engine…',
  engineLost: 'The engine stopped and is restarting. Your edits are kept.',
  engineBack: 'The engine is running again.',
  /** Of a page that a server shows. */
  serverLost: 'The server does not answer. What you do is kept here and stored when it is back.',
  serverBack: 'The server answers again.',
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  goThere: 'Go there',
  notices: 'Notices',
  layers: 'Menus and dialogs',
  status: 'Status',
  projectMenu: {
    label: (name: string) => `Project ${name}`,
    readings: 'How this folder is read…',
    reveal: 'Show the folder',
    close: 'Close the project',
  },
  team: {
    roles: { viewer: 'viewer', reviewer: 'reviewer', adjudicator: 'adjudicator', owner: 'owner' },
    person: (name: string, role: string) => `${name}, ${role}`,
    signOut: 'Sign out',
    unsaved: 'Something is not saved yet. Finish it or try again to save it, then sign out.',
    notSignedOut: 'The server could not be reached, so you are still signed in. Try again.',
    roleChanged: (role: string) => `Your role was changed: you are ${role} now.`,
    viewer: 'For looking only: your role is viewer, so nothing that you do here is stored.',
    needs: (role: string) => `This needs the role ${role}.`,
    ownName: 'The name that you signed in with. It is kept with every decision that you make.',
    ended:
      'You are signed out. What is not saved yet stays on this screen, and is saved once you have signed in again under the same name.',
    signIn: 'Sign in',
  },
  viewOnly: {
    program: ({ program, pid, host, since }: { program: string; pid: number; host: string; since: string }) =>
      `${program} (process ${pid} on ${host}, since ${since})`,
    anotherProgram: 'another program',
    held: (who: string) =>
      `For looking only: ${who} has this project open for editing. Close it there, then press “Open for editing”.`,
    closed:
      'For looking only: the other program has closed this project. Press “Open for editing” to go on here.',
    open: 'Open for editing',
    taken: 'The project is open for editing.',
    status: 'For looking only',
  },
  saved: 'All changes saved',
  refused: 'The last change was not saved',
  held: (count: number) => counted(count, { one: 'change is not saved', other: 'changes are not saved' }),
  storeHeld: 'Try again',
  saveCopy: {
    button: 'Save a copy of your work…',
    title: 'Where the copy of your work goes',
    choose: 'Save the copy here',
    saved: {
      project: (path: string, pairs: number, edits: number) =>
        `Your work on ${counted(pairs, { one: 'pair', other: 'pairs' })} is in ${path}, with ${counted(edits, { one: 'change', other: 'changes' })} that could not be saved. Put the images beside its .deltascribe folder and open it, or put that folder in place of the lost one.`,
      dataset: (path: string) => `The pair on the screen is in ${path}. Import that folder to go on with it.`,
    },
  },
  saving: (count: number) => plural(count, { one: 'Saving 1 change…', other: `Saving ${count} changes…` }),
  provider: {
    work: (shares: string) => `Where the time of the last minute's proposals went: ${shares}.`,
    share: (part: string, percent: number) => `${part} ${percent} %`,
    parts: {
      decoding: 'decoding',
      registration: 'registration',
      network: 'network',
      regions: 'regions',
      naming: 'naming',
      storing: 'storing',
    },
    label: 'Provider',
    probing: 'Testing providers…',
    half: (name: string) => `${name}, half precision`,
    instead: (name: string) =>
      `What proposes now is left to the ${name}: the device is being compared with it, is slower, or gives another answer.`,
    speed: (milliseconds: number) => `${spellFixed(milliseconds, milliseconds < 10 ? 1 : 0)} ms`,
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
  machine: {
    at: (host: string) => `Proposals at ${host}`,
    waits: (host: string) => `${host} cannot be used`,
    notAgreed: 'Agree in Settings, Proposals, that images are sent there.',
  },
  proposals: {
    label: 'Proposals ahead',
    missing: (missing: number, pairs: number) =>
      `${spellNumber(missing)} of ${spellNumber(pairs)} pairs have no proposal yet`,
    some: (proposed: number, pairs: number) =>
      `Proposals ready for ${spellNumber(proposed)} of ${spellNumber(pairs)}`,
    ready: (pairs: number) => `Proposals ready for all ${spellNumber(pairs)}`,
    running: (done: number, total: number) => `Proposing ${spellNumber(done)} of ${spellNumber(total)}`,
    naming: (done: number, total: number) => `Naming ${spellNumber(done)} of ${spellNumber(total)}`,
    unnamed: (unnamed: number, pairs: number) =>
      `${spellNumber(unnamed)} of ${spellNumber(pairs)} proposals have no names yet`,
    parts: (done: number, total: number) => `part ${spellNumber(done)} of ${spellNumber(total)}`,
    rate: (perSecond: number) =>
      perSecond >= 1 ? `${spellFixed(perSecond, 1)} a second` : `${Math.round(perSecond * 60)} a minute`,
    left: (duration: string) => `${duration} left`,
    failed: (count: number) => `${spellNumber(count)} failed`,
    nothingLeft: 'No pair is left to propose for: each has a proposal, was decided about, or has a problem.',
    start: 'Propose for all pairs',
    stop: 'Stop proposing',
  },
  workers: {
    summary: (workers: number, open: number) =>
      `${counted(workers, { one: 'worker', other: 'workers' })}, ${counted(open, { one: 'pair left', other: 'pairs left' })}`,
    present: (machine: string, done: number, tasks: string) =>
      `${machine}: ${spellNumber(done)} done (${tasks})`,
    tasks: {
      proposals: 'proposals',
      training: 'training',
      exports: 'exports',
      captions: 'captions',
    } satisfies Record<WorkerTask, string>,
    run: (state: WorkerRunState, machine: string | null) =>
      machine === null ? `Training: ${RUN_STATES[state]}` : `Training on ${machine}: ${RUN_STATES[state]}`,
    silent: (machine: string, seconds: number) =>
      `${machine}: no sign of life for ${spellNumber(Math.round(seconds))} s`,
    failed: (pair: string, reason: string) => `${pair} was given up: ${reason}`,
    propose: 'Have workers propose for all pairs',
    asked: (added: number) =>
      `Workers were asked for proposals of ${counted(added, { one: 'pair', other: 'pairs' })}.`,
    allAsked: 'Nothing to ask for: each pair has a proposal, or waits for a worker already.',
  },
  embeddings: {
    running: (ready: number, total: number) => `Embeddings ${spellNumber(ready)} of ${spellNumber(total)}`,
    stop: 'Stop making embeddings',
  },
  jobs: {
    progress: (title: string, done: string, total: string | null) =>
      total === null ? `${title}: ${done}` : `${title}: ${done} of ${total}`,
    cancel: (title: string) => `Cancel ${title}`,
    interrupted: {
      export:
        'The engine stopped while it ran. What was written is kept: export to the same folder again, and it goes on from there.',
      import: 'The engine stopped while it ran, and no folder was made: import again.',
      predictions:
        'The engine stopped while it ran. Proposals that were stored are kept: import again, and choose to replace them.',
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
