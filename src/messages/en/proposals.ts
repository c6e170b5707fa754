import { clause, spellingOf } from '../spelling'

const { counted, fixed, number } = spellingOf('en')

/** The CPU has an article, devices are names. */
function the(provider: string): string {
  return provider === 'CPU' ? 'the CPU' : provider
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface Named {
  name: string
}

interface Reason {
  reason: string
}

type Ability = 'recaption' | 'complete' | 'remask' | 'agree' | 'threshold'

/** In words that follow "cannot". */
const ABILITIES: Readonly<Record<Ability, string>> = {
  recaption: 'make a caption from a mask',
  complete: 'go on with a caption',
  remask: 'mark what a caption speaks of',
  agree: 'judge whether caption and masks agree',
  threshold: 'show its masks at another threshold',
}

interface Origin {
  /** Empty for a model of an unknown family. */
  summary: string
  /** What it was trained on; empty where that is not known. */
  worlds: string
  /** The model that it was fine-tuned from; empty for none. */
  parent: string
}

function taught(worlds: string): string {
  return worlds === '' ? '' : `, taught on ${worlds}`
}

function tuned(parent: string): string {
  return parent === '' ? '' : `, fine-tuned from ${parent}`
}

/** What computes: the names of providers, as sentences name them. */
export const providers = {
  noneUsable: 'No provider passed its test; the CPU is tried all the same.',
  instead: ({ provider, reason, instead }: { provider: string; instead: string } & Reason) =>
    `${capital(the(provider))} cannot be used (${clause(reason)}); ${the(instead)} serves instead.`,
  cpuServes: ({ reasons }: { reasons: string }) => `The CPU serves: ${reasons}.`,
  slower: ({ provider, milliseconds, cpu }: { provider: string; milliseconds: string; cpu: string }) =>
    `${provider} is slower (${milliseconds} against ${cpu} ms)`,
  unusable: ({ provider, reason }: { provider: string } & Reason) =>
    `${provider} cannot be used (${clause(reason)})`,
  both: ({ first, second }: { first: string; second: string }) => `${first}; ${second}`,
  notOffered: 'this platform does not offer it',
  noReason: 'no reason given',
  wrongAnswer: ({ by }: { by: string }) => `its answer is off by ${by}`,
  broken: ({ provider, reason }: { provider: string } & Reason) => `${provider} cannot be used: ${reason}`,
}

/** What makes proposals, and what it says about them. */
export const proposals = {
  difference:
    'Aligns the frames, evens out light, and marks what still differs. Needs no training; its captions say only what was measured.',
  outlines:
    'As measured difference, and then Segment Anything 2 finds the things that differ: its masks follow their outlines, and it tells what came, went or moved.',
  network: 'Segments the change by a network that was made elsewhere, as an ONNX file.',
  ccrc: 'Detects changed regions, decodes captions from them, and refines both (CCRC).',
  davir: 'Segments the change, retrieves names for it, and decodes captions prompted by them (DAVIR).',
  rdd: 'Reduces the difference to entities and actions, and decodes captions from these (RDD+ACR).',
  procap: 'Models the change as a procedure between the frames, and decodes captions from it (ProCap).',
  cheers: 'Retrieves names of objects, and decodes captions from them and the difference (CHEERS).',
  photo:
    'Segments the change in photographs of any size, on features of the detector (CCRC for photographs).',
  shipped: ({ summary, worlds, parent }: Origin) =>
    `${summary} Comes with Deltascribe${taught(worlds)}${tuned(parent)}.`.trim(),
  liesIn: ({ summary, folder, worlds, parent }: Origin & { folder: string }) =>
    `${summary} Lies in ${folder}${taught(worlds)}${tuned(parent)}.`.trim(),
  unknownFamily: ({ family }: { family: string }) =>
    `it is of the family ${family}, which this Deltascribe does not know`,
  needsDetector: 'it reads the features of the detector of names, which this build lacks',
  noModelOfThisName: 'there is no model of this name',
  noneOfThisName: 'there is none of this name',
  notLookedFor: 'it was not looked for yet',
  packMissing: ({ pack }: { pack: string }) => `the model pack ${pack} is not installed`,
  packNeeded: ({ pack }: { pack: string }) =>
    `Click to segment needs the model pack ${pack}. Install it under Models, or with "deltascribe models add ${pack}".`,
  instead: ({ name, reason, instead }: Named & { instead: string } & Reason) =>
    `${name} cannot be used: ${clause(reason)}. ${instead} serves instead.`,
  unusable: ({ name, reason }: Named & Reason) => `The proposer ${name} cannot be used: ${clause(reason)}.`,
  needsModel: ({ reason }: Reason) => `This needs a model. ${clause(reason)}.`,
  modelUnusable: ({ name, reason }: Named & Reason) => `${name} cannot be used: ${clause(reason)}`,
  noneIn: ({ shipped, user }: { shipped: string; user: string }) => `None lies in ${shipped} or ${user}`,
  noneCan: ({ ability }: { ability: Ability }) => `None that is there can ${ABILITIES[ability]}`,
  cannot: ({ title, ability }: { title: string; ability: Ability }) =>
    `The model in use, ${title}, cannot ${ABILITIES[ability]}. Promote one that can.`,
  broke: ({ name, provider, reason }: Named & { provider: string } & Reason) =>
    `${name} broke down on ${provider}: ${reason}`,
  modelFailed: ({ provider, folder, reason }: { provider: string; folder: string } & Reason) =>
    `${provider} cannot run the model in ${folder}: ${reason}`,
  none: ({ key, reason }: { key: string } & Reason) => `No proposal for ${key}: ${reason}`,
  stopped: ({ reason }: Reason) => `Proposing has stopped. ${reason}`,
  wait: ({ reason }: Reason) => `Proposals wait. ${reason}`,
  missing: ({ id }: { id: number }) => `There is no proposal ${id}.`,
  notOfPair: 'This pair has no such proposal.',
  nothingToTake: ({ remarks }: { remarks: string }) => `There is nothing to take over: ${remarks}`,
  inParts: ({ count }: { count: number }) =>
    `The images are too large to be compared whole: they were compared in ${number(count)} parts at full resolution.`,
  littleInCommon:
    'The two views have little in common and could not be aligned; they were compared as they are.',
  shifted: 'The view looks shifted by a little and could not be aligned; edges may be marked as change.',
  alignmentLeftOut:
    'The view looks moved, but aligned the frames differ in more; they were compared as they are.',
  aligned: ({ pixels }: { pixels: number }) => `The view moved by up to ${pixels} px and was aligned.`,
  joined: ({ count, thing }: { count: number; thing: string }) =>
    `${counted(count, { one: 'region was', other: 'regions were' })} joined to one: they lie in one ${thing}.`,
  joinedUnnamed: ({ count }: { count: number }) =>
    `${counted(count, { one: 'region was', other: 'regions were' })} joined to one: they lie in one thing.`,
  divided: ({ count }: { count: number }) =>
    `A region was divided: ${counted(count, { one: 'thing lies', other: 'things lie' })} in it.`,
  readFrom: ({ path }: { path: string }) => `Read from ${path}.`,
  captionTooLong: ({ count, most }: { count: number; most: number }) =>
    `Its caption has ${counted(count, { one: 'character', other: 'characters' })} and is left out: shorten it to ${number(most)}.`,
  bestThreshold: ({ count }: { count: number }) =>
    `From your ${count} reviewed pairs: the model's own threshold is the best in this folder.`,
  foundThreshold: ({ count, threshold }: { count: number; threshold: number }) =>
    `From your ${count} reviewed pairs: in this folder pixels count as changed from a probability of ${fixed(threshold, 2)} on.`,
  cutAnew: 'Pairs that nobody has touched are cut anew.',
  notCutAnew: 'To cut a pair anew, propose for it again.',
}

/** Names of changed things. */
export const naming = {
  noDetector: 'The detector that names things did not come with this program.',
  off: 'Naming what changed is off, or its detector is not there (Settings, Names).',
  notLearned: 'The examples were not learned.',
  failed: ({ reason }: Reason) => `Things cannot be named: ${reason}`,
  failedOn: ({ provider, reason }: { provider: string } & Reason) =>
    `Things cannot be named on ${provider}: ${reason}`,
  nothingNamed: ({ reason }: Reason) => `Nothing was named: ${reason}`,
  notRemembered: ({ reason }: Reason) => `What a region is called was not remembered: ${reason}`,
}
