import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { fixed, number } = spellingOf('de')

const METRICS = {
  'mask-iou': 'Überdeckung der Masken (IoU)',
  'cider-d': 'Wert der Bildunterschriften (CIDEr-D)',
  'change-accuracy': 'geändert oder nicht',
}

const STATES: Readonly<Record<string, string>> = {
  running: 'läuft',
  done: 'ist fertig',
  failed: 'ist fehlgeschlagen',
  cancelled: 'ist abgebrochen',
  paused: 'ist angehalten',
  interrupted: 'ist unterbrochen',
}

function heldOut(count: number): string {
  return count === 1 ? 'einem zurückgehaltenen Paar' : `${number(count)} zurückgehaltenen Paaren`
}

function pairs(count: number): string {
  return count === 1 ? 'Es gibt ein Paar' : `Es gibt ${number(count)} Paare`
}

export const shortages: MessagesOf<'shortages'> = {
  noModel: ({ reason }) => `Es gibt kein Ausgangsmodell: ${clause(reason)}.`,
  noneTrainable: 'keines der vorhandenen lässt sich trainieren',
  noneNamed: ({ name }) => `keines heißt ${name}`,
  unknownFamily: ({ id, family }) => `${id} gehört zur Familie ${family}, die dieses Deltascribe nicht kennt`,
  tooFew:
    'Mindestens zwei geprüfte Paare sind nötig, eines zum Lernen und eines zum Bewerten. Prüfen Sie mehr Paare.',
  allHeldOut:
    'Alle diese Paare, oder andere ihrer Gruppe, haben frühere Läufe zurückgehalten, und das bleibt so: Zum Lernen ist keines übrig. Wählen oder prüfen Sie mehr Paare.',
  allTrained:
    'Frühere Läufe haben aus allen diesen Paaren, oder aus anderen ihrer Gruppen, gelernt: Zum Bewerten ist keines übrig. Wählen oder prüfen Sie mehr Paare.',
  fewPairs: ({ count, most }) => `${pairs(count)} zum Lernen: Ab ${most} hilft es wahrscheinlich.`,
  oneGroup:
    'Alle Paare teilen ein Bild, eine Folge oder eine Ansicht, also liegen solche Paare auf beiden Seiten: Das Urteil gilt nur für diese Ansichten.',
  fewHeldOut: ({ count }) => `${pairs(count)} zum Bewerten: Das Urteil wird „Nicht zu entscheiden“ sein.`,
  fewOwnMasks:
    'Zu wenige zurückgehaltene Paare haben andere Masken zum Bewerten: Korrigieren oder zeichnen Sie Masken in mehr Paaren.',
  noRegion:
    'Kein Paar hat eine Region: Masken lassen sich nicht lernen. Markieren Sie in einigen Paaren, was sich geändert hat.',
  unmarked: ({ count }) =>
    `${count === 1 ? 'Ein Paar hat' : `${number(count)} Paare haben`} keine Region und keine Bildunterschrift, die erkennbar sagt, dass sich nichts geändert hat: Ob und wo sich etwas geändert hat, wird dort nicht gelernt. Markieren Sie, was sich geändert hat, oder schreiben Sie „no change“.`,
  noUnchanged:
    'Von keinem Paar ist bekannt, dass sich nichts geändert hat: Das Modell könnte überall eine Änderung sehen. Nehmen Sie einige Paare ohne Änderung an.',
  noCaption: 'Kein Paar hat eine Bildunterschrift: Nur Masken werden gelernt.',
  noCategories: ({ title }) =>
    `${title} markiert, was sich geändert hat, und unterscheidet keine Arten von Änderungen: Kategorien werden nicht gelernt und bleiben bei Ihren Paaren.`,
  masksAlone: ({ title, instead }) =>
    `${title} lernt nur Masken: Kategorien und Bildunterschriften werden nicht gelernt und bleiben bei Ihren Paaren. Um Bildunterschriften zu lernen, beginnen Sie mit ${instead}.`,
  rare: ({ count, names }) => `In weniger als ${count} Paaren zu sehen, also kaum zu lernen: ${names}.`,
  splitEstimated:
    'Die Aufteilung ist geschätzt: Unter so vielen Paaren werden solche, die gleich aussehen, erst gesucht, wenn ein Lauf beginnt. Dann bleiben sie zusammen.',
  bothSides:
    'Frühere Läufe haben aus einem Paar seiner Gruppe gelernt und ein anderes zurückgehalten, also passt es auf keine Seite. Eine andere Gruppierung kann es frei machen.',
  otherSize: 'Eine Maske hat eine andere Größe als das Bild.',
  damagedWork: 'Die gespeicherte Arbeit ist beschädigt.',
  tooLittle: 'Es gibt zu wenig, woraus sich lernen lässt.',
}

export const verdict: MessagesOf<'verdict'> = {
  better: ({ count, figures }) => `Das neue Modell ist besser auf ${heldOut(count)}: ${figures}.`,
  worse: ({ count, figures }) =>
    `Das neue Modell ist schlechter auf ${heldOut(count)}: ${figures}. Behalten Sie Ihr jetziges.`,
  mixed: ({ figures }) =>
    `Ob das neue Modell besser ist, lässt sich nicht sagen: Es ist in manchem besser und in anderem schlechter (${figures}).`,
  tooFew: ({ count, figures }) =>
    `Ob das neue Modell besser ist, lässt sich auf ${heldOut(count)} nicht sicher sagen: Es sind zu wenige (${figures}).`,
  nothingToJudge:
    'Ob das neue Modell besser ist, lässt sich nicht sagen: Kein zurückgehaltenes Paar hat Masken zum Bewerten, die ein Mensch geändert oder gezeichnet hat. Korrigieren oder zeichnen Sie Masken in mehr Paaren.',
  forgets: ({ figures }) =>
    `Ob das neue Modell besser ist, lässt sich nicht sagen: Auf korrigierten Paaren ist es besser (${figures}), und es verfehlt mehr von denen, die vorher richtig waren. Sehen Sie sie Paar für Paar an.`,
  favoured: ({ count, total, model }) =>
    count === 1
      ? `${total === 1 ? 'Das eine zurückgehaltene Paar' : `Eines von ${heldOut(total)}`} wurde so angenommen, wie ${model} es vorgeschlagen hat: Es begünstigt dieses Modell, und seine Masken bleiben aus den Werten heraus.`
      : `${number(count)} von ${heldOut(total)} wurden so angenommen, wie ${model} sie vorgeschlagen hat: Sie begünstigen dieses Modell, und ihre Masken bleiben aus den Werten heraus.`,
  kept: ({ kept }) => `Vom neuen Modell ebenso markiert: ${number(kept)}.`,
  figure: ({ metric, before, after }) =>
    `${METRICS[metric]} vorher ${fixed(before, 2)}, nachher ${fixed(after, 2)}`,
  figures: ({ first, second }) => `${first}; ${second}`,
}

export const training: MessagesOf<'training'> = {
  starting: 'Der Lauf startet',
  resuming: 'Der Lauf wird fortgesetzt',
  cropping: 'Paare werden zugeschnitten',
  measuring: 'Ein Schritt wird gemessen',
  running: 'Das Modell wird trainiert',
  comparing: 'Beide Modelle werden verglichen',
  saving: 'Das Modell wird gespeichert',
  progress: ({ phase, done, total }) => `${phase}: ${number(done)} von ${number(total)}`,
  pausing: 'Nach diesem Schritt wird angehalten',
  paused: 'Angehalten.',
  done: 'Fertig.',
  cancelled: 'Abgebrochen. Die Gewichte sind gelöscht.',
  interrupted:
    'Der Lauf wurde unterbrochen. Setzen Sie ihn fort, um beim letzten Zwischenstand weiterzumachen.',
  elsewhere: 'Ein anderes Programm trainiert diesen Lauf.',
  heldElsewhere:
    'Ein anderes Programm trainiert diesen Lauf: Halten Sie ihn dort an, oder warten Sie, bis er endet.',
  runIsRunning: 'Dieser Lauf ist im Gang: Brechen Sie ihn zuerst ab.',
  otherIsRunning: 'Ein Trainingslauf ist im Gang: Halten Sie ihn zuerst an, oder brechen Sie ihn ab.',
  stoppedBefore: 'Der Lauf wurde gestoppt, bevor er begann.',
  closedBefore: 'Der Ordner wurde geschlossen, bevor der Lauf begann.',
  startNew: ({ state }) => `Dieser Lauf ${STATES[state] ?? state}: Starten Sie einen neuen.`,
  none: 'Einen solchen Trainingslauf gibt es nicht.',
  noneHere: ({ id }) => `In diesem Projekt gibt es keinen Trainingslauf ${id}.`,
  leftAsItIs: ({ path, reason }) =>
    `${path} lässt sich nicht schreiben (${clause(reason)}), daher bleibt der Lauf, wie er ist.`,
  notCompared: 'Die zwei Modelle wurden an diesem Paar nicht verglichen.',
  onWorker: ({ machine }) => `Es wird auf ${machine} trainiert.`,
  waitsForWorker: 'Wartet auf einen Arbeiter',
  bringing: 'Das Modell wird geholt',
  workersForgot: 'Die Arbeiter kennen diesen Lauf nicht mehr. Setzen Sie ihn fort, um neu zu fragen.',
  workersGaveUp: ({ reason }) => `Die Arbeiter haben diesen Lauf aufgegeben: ${clause(reason)}.`,
  wrongResult: ({ path }) =>
    `Was der Arbeiter schickte, ist beschädigt (${path}) und wurde nicht übernommen.`,
  trainingBy: ({ provider }) => `Trainiert wird auf ${provider === 'CPU' ? 'der CPU' : provider}.`,
  goesOnAfter: ({ reason }) => `${reason} Der Lauf geht auf der CPU vom letzten Zwischenstand aus weiter.`,
  processEnded: ({ provider }) =>
    `Der Prozess endete, während ${provider} trainierte. Der Lauf geht auf der CPU vom letzten Zwischenstand aus weiter.`,
  trying: ({ provider }) =>
    `Einige Schritte auf ${provider === 'CPU' ? 'der CPU' : provider} werden versucht`,
  cpuAlone: ({ rate, provider, reason }) =>
    `Trainiert wird auf der CPU, ${decimal(rate)} Paare je Sekunde: ${provider} kann hier nicht trainieren. ${reason}`,
  otherLoss: ({ rate, provider }) =>
    `Trainiert wird auf der CPU, ${decimal(rate)} Paare je Sekunde: ${provider} ergibt einen anderen Verlust.`,
  trialEnded: 'Sein Prozess endete oder brauchte zu lange.',
  byDevice: ({ rate, provider, factor }) =>
    `Trainiert wird auf ${provider}, ${decimal(rate)} Paare je Sekunde. Die CPU bräuchte ${decimal(factor)}-mal so lange.`,
  byCpu: ({ rate, provider, factor }) =>
    `Trainiert wird auf der CPU, ${decimal(rate)} Paare je Sekunde: ${provider} bräuchte ${decimal(factor)}-mal so lange.`,
  deviceFailed: ({ provider, reason }) =>
    `Das Training auf ${provider} ist fehlgeschlagen: ${clause(reason)}.`,
  deviceSilent: ({ minutes }) => `seit ${minutes} Minuten keine Antwort`,
  lossNotANumber: ({ step }) => `der Verlust nach Schritt ${step} ist keine Zahl`,
  notANumber: ({ step }) =>
    `Der Verlust ist nach Schritt ${step} keine Zahl: Wählen Sie eine niedrigere Lernrate.`,
  gone: ({ path }) => `${path} ist nicht mehr da: Starten Sie einen neuen Lauf.`,
  goneResume: ({ path }) => `${path} ist nicht mehr da: Setzen Sie den Lauf fort.`,
  truncated: ({ path }) => `${path} ist nicht mehr da oder abgeschnitten: Starten Sie einen neuen Lauf.`,
  cannotBeRead: ({ path }) => `${path} lässt sich nicht lesen: Starten Sie einen neuen Lauf.`,
  damaged: ({ path }) => `${path} ist beschädigt: Starten Sie einen neuen Lauf.`,
  putBack: ({ reason }) => `${clause(reason)}. Legen Sie die Datei zurück und setzen Sie den Lauf fort.`,
  putBackOrNew: ({ reason }) =>
    `${clause(reason)}. Legen Sie die Datei zurück und setzen Sie den Lauf fort, oder starten Sie einen neuen ohne dieses Paar.`,
  pairUnusable: ({ key, reason }) => `${key} lässt sich nicht zum Training verwenden: ${clause(reason)}.`,
  brokeDown: ({ reason }) => `Das Training ist abgebrochen: ${clause(reason)}. Es lässt sich fortsetzen.`,
  diskFull: ({ path }) =>
    `Der Datenträger ist voll: ${path} ließ sich nicht schreiben. Der letzte Zwischenstand bleibt: Schaffen Sie Platz und setzen Sie den Lauf dann fort.`,
  cannotBeUsed: ({ path, code }) =>
    `${path} lässt sich nicht schreiben oder lesen (${code}). Der letzte Zwischenstand bleibt: Beheben Sie das und setzen Sie den Lauf dann fort.`,
  aFile: 'eine Datei des Trainingslaufs',
  checkpointUnreadable: ({ path, reason }) => `${path} lässt sich nicht lesen: ${reason}`,
  checkpointChanged: ({ path }) =>
    `${path} wurde geändert, nachdem es geschrieben war; setzen Sie bei einem früheren Zwischenstand fort`,
  trainerStopped: ({ command }) => `Das Trainingsprogramm wurde gestoppt, bevor es begann: ${command}`,
  trainerGaveUp: ({ reason }) => `Das Trainingsprogramm gab auf: ${reason}`,
  trainerEnded: ({ code, command }) => `Das Trainingsprogramm endete mit Code ${code}: ${command}`,
  trainerKilled: ({ signal, command }) =>
    `Das Trainingsprogramm wurde durch das Signal ${signal} beendet: ${command}`,
  trainerNoModel: ({ command }) =>
    `Das Trainingsprogramm meldete kein Modell (keine Zeile „done“): ${command}`,
}

function decimal(number: string): string {
  return number.replace('.', ',')
}
