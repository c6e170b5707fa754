import { clause, spellingOf } from '../spelling'

const { counted } = spellingOf('en')

interface At {
  host: string
}

interface Says {
  /** What the server says of it, as a sentence. */
  says: string
}

/** Long waits that a server asks for. */
export const waits = {
  minutes: ({ count }: { count: number }) => `${count} minutes`,
  hours: ({ count }: { count: number }) => `${count} hours`,
  days: ({ count }: { count: number }) => `${count} days`,
}

/** Captions from a server or a model on this machine. */
export const connector = {
  off: 'The caption connector is off. Turn it on in Settings.',
  modelAt: ({ model, address }: Record<'model' | 'address', string>) => `${model} at ${address}`,
  modelHere: ({ model }: { model: string }) => `${model} on this machine`,
  whichModel: ({ host }: At) => `Which model at ${host} is to be asked? Name it in Settings.`,
  changed: ({ title }: { title: string }) =>
    `The settings now name ${title}. Ask again to send pictures there.`,
  noPack: ({ pack }: { pack: string }) =>
    `There is no model pack “${pack}” that writes captions. Install one under Models, or name a server in Settings.`,
  notInstalled: ({ title }: { title: string }) =>
    `${title} is not installed. Install one under Models, or name a server in Settings.`,
  noAnswerHere: ({ title, reason }: { title: string; reason: string }) =>
    `${title} on this machine gave no answer. ${reason} More time and smaller pictures are in Settings.`,
  onCpuInstead: ({ provider, reason }: { provider: string; reason: string }) =>
    `The caption model does not run on ${provider} (${clause(reason)}); the CPU answered instead.`,
  modelBroken: ({ reason }: { reason: string }) =>
    `The model cannot be opened. ${clause(reason)}. Add its model pack again.`,
  modelFails: ({ folder, reason }: Record<'folder' | 'reason', string>) =>
    `The model in ${folder} does not work: ${reason}`,
  cannotBeRead: ({ path, reason }: Record<'path' | 'reason', string>) => `${path} cannot be read: ${reason}`,
  isMissing: ({ path }: { path: string }) => `${path} is missing`,
  noFileOf: ({ folder, graph }: Record<'folder' | 'graph', string>) => `${folder} has no file of ${graph}`,
  notUsable: ({ path, reason }: Record<'path' | 'reason', string>) =>
    `${path} is not of a model that can be used here: ${reason}`,
  takesNoPictures: 'Its processor takes no pictures',
  nothingAnswers: ({ origin }: { origin: string }) =>
    `Nothing answers at ${origin}. Start the server, or correct the address in Settings.`,
  unknownName: ({ host }: At) => `The name ${host} is not known. Correct the address in Settings.`,
  unknownTyped: ({ host }: At) =>
    `The name ${host} is not known. Correct it, or type the server's IP address.`,
  brokeOff: ({ host, reason }: At & { reason: string }) =>
    `${host} broke the connection off (${reason}). It may have run out of memory.`,
  unreachable: ({ host, code }: At & { code: string }) =>
    `${host} cannot be reached (${code}). Is it on, and in your network?`,
  certificate: ({ host, code }: At & { code: string }) =>
    `The certificate of ${host} is not trusted here (${code}).`,
  noHttps: ({ host }: At) => `${host} does not speak https. Try http://.`,
  noHttp: ({ host }: At) => `${host} does not speak http. Try https://, or another port.`,
  cannotBeAsked: ({ host, reason }: At & { reason: string }) => `${host} cannot be asked: ${clause(reason)}.`,
  saysStatus: ({ status }: { status: number }) => `It answers with status ${status}.`,
  says: ({ remark }: { remark: string }) => `It says: ${remark}`,
  otherKey: ({ host, status, says }: At & Says & { status: number }) =>
    `${host} wants another API key (status ${status}). ${says}`,
  fewerPictures: ({ host, says }: At & Says) =>
    `${host} takes fewer pictures. A pair is two: let the server take two (vLLM: --limit-mm-per-prompt '{"image": 2}'). ${says}`,
  noModel: ({ host, model, says }: At & Says & { model: string }) =>
    `${host} has no model “${model}”. ${says}`,
  itHas: ({ text, models }: Record<'text' | 'models', string>) => `${text} It has: ${models}.`,
  noPictures: ({ host, model, says }: At & Says & { model: string }) =>
    `“${model}” at ${host} cannot look at pictures. Take a vision language model (llama.cpp: with its --mmproj file). ${says}`,
  noServer: ({ address, says }: Says & { address: string }) =>
    `There is no OpenAI-compatible server at ${address}. Correct the address in Settings; it mostly ends in /v1. ${says}`,
  tooLarge: ({ host, says }: At & Says) =>
    `The pictures are too large for ${host}. Take smaller ones in Settings. ${says}`,
  leaveAlone: ({ wait }: { wait: string }) => `It asks to be left alone for ${wait}.`,
  isBusy: ({ host }: At) => `${host} is busy or failed.`,
  isBusyAgain: ({ host, attempts }: At & { attempts: number }) =>
    `${host} is busy or failed, after ${attempts} attempts.`,
  refused: ({ host, status, says }: At & Says & { status: number }) =>
    `${host} refused the question (status ${status}). ${says}`,
  notAnAddress: ({ typed }: { typed: string }) =>
    `“${typed}” is no address of a server. Write it as in http://127.0.0.1:8080/v1.`,
  hasLogin: 'An address with a login or a query is not taken. Leave them out; a key has a field of its own.',
  liesPublic: ({ host, how }: At & { how: string }) =>
    `${host} lies on the public network. Nothing was sent. ${how}, or name a server of this machine.`,
  liesInNetwork: ({ host, how }: At & { how: string }) =>
    `${host} lies in your network, not on this machine. Nothing was sent. ${how}, or name a server of this machine.`,
  agree: 'Agree to it in Settings',
  startServe: ({ origin }: { origin: string }) => `Start deltascribe serve with --allow-endpoint ${origin}`,
  startServeToAllow: ({ origin }: { origin: string }) =>
    `Start deltascribe serve with --allow-endpoint ${origin} to allow it.`,
  addPublic: 'Add --allow-public',
  nameIt: 'Name the server with --endpoint',
  nameItPublic: 'Name the server with --endpoint and add --allow-public',
  notEncrypted: ({ host }: At) =>
    `${host} lies on the public network, and http would send your pictures for all to read: use https.`,
  noCompletion: ({ host }: At) =>
    `${host} answered with something that is no chat completion. Is it an OpenAI-compatible server?`,
  emptyCut: ({ who }: { who: string }) =>
    `${who} gave an empty answer. It ran out of its length: take a model that does not think aloud.`,
  empty: ({ who }: { who: string }) => `${who} gave an empty answer. Try another model.`,
  cut: ({ who }: { who: string }) =>
    `The answer of ${who} was cut off, as it ran out of its length: half a sentence is no caption. Allow it more, or take another model.`,
  noSentence: ({ who }: { who: string }) =>
    `${who} answered with data instead of a sentence. Try another model, or ask for one sentence in the instruction in Settings.`,
  tooLong: ({ who, most }: { who: string; most: number }) =>
    `The answer of ${who} is longer than ${most} characters: that is no caption. Try another model.`,
  noList: ({ host }: At) => `${host} does not list its models. Type the model's name.`,
  sendsOn: ({ host, to }: At & { to: string }) => `${host} sends on to ${to}. Nothing was sent there.`,
  sendsOnHere: ({ host, to }: At & { to: string }) =>
    `${host} sends on to ${to}. Name that address in Settings.`,
  timedOut: ({ host, seconds }: At & { seconds: number }) =>
    `${host} gave no answer within ${seconds} s. Give it more time in Settings, or take smaller pictures or a smaller model.`,
  sentTooMuch: ({ host, most }: At & { most: string }) =>
    `${host} sent more than ${most}: that is no caption. It was dropped.`,
  cancelledAfter: ({ count }: { count: number }) =>
    `Cancelled. ${counted(count, { one: 'caption was', other: 'captions were' })} added.`,
  noSample: ({ folder }: { folder: string }) =>
    `There is no sample pair in ${folder}: ask about a pair in Review.`,
}
