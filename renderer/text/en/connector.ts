import { THIS_MACHINE } from '../../../src/contract/connector'
import type { ConnectorReach } from '../../../src/contract/connector'
import type { JobPlace } from '../../../src/contract/training'
import { counted, plural, spellNumber } from '../spelling'

export const connector = {
  title: 'Caption connector',
  explain:
    'Asks a vision language model for captions: one that you install under Models, on this machine and without a server, or a server on your own machine or network that follows OpenAI’s protocol, such as llama.cpp, Ollama, vLLM or LM Studio. Everything else works without it.',
  isOn: 'Ask a model for captions',
  place: {
    label: 'Who answers',
    explain: 'A model on this machine sends nothing to anybody.',
    server: 'A server',
    pack: (title: string) => `${title}, on this machine`,
    missing: (title: string) => `${title} (not installed)`,
    install: 'Models…',
    installExplain: 'No server is needed with a model that is installed there.',
  },
  offExplain: 'Off: nothing is sent to anybody.',
  onExplain: (url: string) => `Questions go to ${url}, when you press Ask and at no other time.`,
  address: 'Address',
  reach: {
    machine: 'On this machine.',
    network: 'In your own network.',
    public: 'On the public network.',
    unknown: '',
  } satisfies Record<ConnectorReach, string>,
  addressExplain:
    'For example http://127.0.0.1:8080/v1 (llama.cpp), or port 11434 (Ollama), 8000 (vLLM), 1234 (LM Studio).',
  notAgreed: 'It is not on this machine, and you have not agreed to send pictures there.',
  agree: 'Agree…',
  model: 'Model',
  modelExplain: 'A vision language model, as the server names it.',
  listed: (count: number) =>
    plural(count, { one: 'The server lists 1 model.', other: `The server lists ${count} models.` }),
  list: 'List the models',
  listing: 'Asking the server…',
  notListed: (reason: string) => `No list: ${reason} You can type the name.`,
  key: 'API key',
  keyPlaceholder: 'Only where the server wants one',
  keyGiven: (origin: string) =>
    `A key for ${origin} is kept, encrypted by this system. It is sent there and nowhere else.`,
  keyThisRun: (origin: string) =>
    `A key for ${origin} is held until Deltascribe is closed: this system has no key store. It is sent there and nowhere else.`,
  keyElsewhere: (origin: string) => `There is a key for ${origin}. It is not sent to this address.`,
  keyNone: 'None. Kept by the system’s key store, never in a project or a log.',
  keyShow: 'Show or hide the key',
  keySave: 'Use this key',
  keyForget: 'Forget the key',
  seconds: 'Time limit, seconds',
  secondsExplain: 'For one answer. A large model without a GPU can take minutes.',
  side: 'Size of the pictures, pixels',
  sideExplain: 'Long side. Larger shows more and takes longer.',
  instruction: 'Instruction',
  instructionExplain: (mark: string) =>
    `${mark} stands for the changed regions in words: what, how, where, how large. Without it they are not sent.`,
  instructionReset: 'Use the default',
  sent: {
    title: 'What is sent with each question',
    pictures: (side: number) =>
      `both pictures of the pair as JPEG, at most ${side} pixels long, cut out around small changes, with the regions outlined and numbered`,
    words:
      'the instruction, with the regions in words: names of regions, and words of captions that point at them',
    model: 'the name of the model, and the key where there is one',
    localTitle: 'What the model gets with each question',
    local: (side: number) =>
      `The model runs on this machine: nothing is sent. It gets both pictures of the pair, at most ${side} pixels long, cut out around small changes, with the regions outlined and numbered, and the instruction with the regions in words.`,
    nothingElse: 'No file names, no folders, no metadata of the files, no other pairs.',
  },
  trial: {
    button: 'Try it',
    explain: (host: string) => `Asks ${host} about a pair of the sample that comes with Deltascribe.`,
    running: (host: string) => `${host} looks at the sample pair…`,
    answer: 'It says',
    facts: (model: string, url: string | null, seconds: string) =>
      `${model} ${url === null ? `on ${THIS_MACHINE}` : `at ${url}`}, in ${seconds} s`,
    noChange: 'Understood as: nothing changed.',
    failed: 'No answer',
    details: (kilobytes: number) => `What was sent (${spellNumber(kilobytes)} kB)`,
    before: 'The picture before, as it was sent',
    after: 'The picture after, as it was sent',
  },
  goesTo: (model: string, url: string) => `${model}, ${url}`,
  thisMachine: THIS_MACHINE,
  onThisMachine: (model: string) => `${model}, on ${THIS_MACHINE}: nothing is sent`,
  ask: (host: string) => `Ask ${host}`,
  askExplain: (model: string, url: string) =>
    `Asks ${model} at ${url} what changed. The pictures and the regions are sent there. The answer is added as a caption; it can be undone.`,
  askLocalExplain: (model: string) =>
    `Asks ${model}, which runs on this machine, what changed. Nothing is sent. The answer is added as a caption; it can be undone.`,
  running: (host: string) => `${host} looks at the pair…`,
  runningForOther: (host: string) => `${host} still looks at another pair…`,
  elapsed: (seconds: number) => `${seconds} s`,
  cancel: 'Cancel',
  cancelRequest: 'Cancel the question',
  dismiss: 'Dismiss',
  off: 'The caption connector is off. Turn it on in Settings.',
  same: (host: string) => `${host} says the same as before.`,
  noChange: (host: string, regions: number) =>
    plural(regions, {
      one: `${host} says that nothing changed, though a region is marked.`,
      other: `${host} says that nothing changed, though ${regions} regions are marked.`,
    }),
  elsewhere: (key: string, caption: string) => `Added to ${key}: “${caption}”`,
  otherFolder: (key: string, caption: string) =>
    `The answer for ${key} came after another folder was opened and was not added: “${caption}”`,
  source: (model: string, host: string) =>
    host === THIS_MACHINE ? `${model} on ${host}` : `${model} at ${host}`,
  label: (host: string) => `Caption asked of ${host}`,
  pairs: {
    title: (count: number) =>
      plural(count, {
        one: 'Ask for a caption of 1 pair?',
        other: `Ask for captions of ${spellNumber(count)} pairs?`,
      }),
    open: 'Ask about open pairs',
    selected: (host: string) => `Ask ${host}`,
    explain: {
      here: 'The pairs are asked about one after the other, in the background. Each answer is added as a caption behind those that are there. The status bar shows how far it is, and cancels it.',
      workers:
        'Workers ask about the pairs. Each answer is added as a caption behind those that are there. The status bar shows how many are left.',
    } satisfies Record<JobPlace, string>,
    leftOut:
      'Left out: pairs that are accepted, corrected or rejected, and those that have a caption of this model already.',
    address: 'Address',
    model: 'Model',
    start: (host: string) => `Send to ${host}`,
    startLocal: (model: string) => `Ask ${model}`,
    askWorkers: 'Have workers ask',
    asked: (added: number, unproposed: number) =>
      unproposed === 0
        ? `Workers were asked for captions of ${counted(added, { one: 'pair', other: 'pairs' })}.`
        : `Workers were asked for captions of ${counted(added, { one: 'pair', other: 'pairs' })}. ${spellNumber(unproposed)} have no proposal yet, and were not asked for.`,
    where: {
      title: 'Who asks',
      names: { here: 'This machine', workers: 'Workers' } satisfies Record<JobPlace, string>,
      explain: {
        here: 'Where Deltascribe itself runs.',
        workers: 'Those that were started with this very address and model.',
      } satisfies Record<JobPlace, string>,
    },
    isRunning: 'Captions are being asked for already.',
  },
}
