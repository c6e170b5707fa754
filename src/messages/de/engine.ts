import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted, number } = spellingOf('de')
const PAIRS = { one: 'Paar', other: 'Paare' }

export const engine: MessagesOf<'engine'> = {
  starting: 'Die Engine startet gerade.',
  silent: ({ seconds }) =>
    `Die Engine antwortete ${seconds} s lang nicht und wurde neu gestartet. Was gespeichert war, ist sicher.`,
  notKept: ({ reason }) =>
    `Die Engine lässt sich nicht in Gang halten: ${clause(reason)}. Was gespeichert war, ist sicher. Starten Sie Deltascribe noch einmal.`,
  notKeptIn: ({ reason, folder }) =>
    `Die Engine lässt sich nicht in Gang halten: ${clause(reason)}. Was gespeichert war, ist sicher. Starten Sie Deltascribe noch einmal. Wenn es mit ${folder} wieder geschieht, öffnen Sie einen anderen Ordner.`,
  stoppedAtStart: 'sie endete mehrmals gleich nach dem Start',
  stopped: ({ command }) => `Die Engine endete, bevor sie „${command}“ beantwortete.`,
  noSuchTile: 'Eine solche Kachel dieses Bildes gibt es nicht.',
  cancelled: 'Abgebrochen.',
  tookTooLong: ({ seconds }) => `Es dauerte länger als ${seconds} s und wurde gestoppt.`,
  processStopped: ({ program }) => `Der Prozess „${program}“ endete unerwartet und wurde neu gestartet.`,
  noJob: ({ id }) => `Es gibt keine Aufgabe ${id}.`,
  otherPair: 'Inzwischen wurde ein anderes Paar geöffnet.',
  otherRequest: 'Eine andere Anfrage trat an seine Stelle.',
  otherOrder: 'Inzwischen wurde eine andere Reihenfolge verlangt.',
  otherPlan: 'Inzwischen wurde ein anderer Plan verlangt.',
  exportCancelled: 'Der Export wurde abgebrochen.',
  embeddingNotKept: ({ path }) => `Die Einbettung lässt sich nicht in ${path} ablegen.`,
  embeddingNotStored: ({ source, path, reason }) =>
    `Die Einbettung von ${source} lässt sich nicht in ${path} speichern: ${clause(reason)}.`,
  notEncoded: ({ provider, reason }) => `Das Paar ließ sich auf ${provider} nicht kodieren: ${reason}`,
  embeddingsOff:
    'Einbettungen von Paaren sind ausgeschaltet. Schalten Sie sie zuerst in den Einstellungen ein.',
  noEmbedding: ({ key, ready, total }) =>
    `${key} hat noch keine Einbettung, daher lässt sich nichts damit vergleichen. Einbettungen sind da für ${ready} von ${counted(total, { one: 'Paar', other: 'Paaren' })}.`,
  threadEnded: 'Der Thread, der Paare vergleicht, endete vorzeitig.',
  notCompared: ({ reason }) => `Die Paare ließen sich nicht vergleichen: ${reason}`,
  serveSetsNoProxy:
    'Eine Seite von serve kann keinen Proxy und keinen Spiegel festlegen. Setzen Sie HTTPS_PROXY, HF_ENDPOINT und die Registry von npm dort, wo deltascribe serve gestartet wird.',
  notAllowed: ({ addresses }) => `${addresses} wurde nicht gesetzt, da Sie es nicht erlaubt haben.`,
  estimated: ({ count }) =>
    `Geschätzt aus der Liste der Paare, mit ihrer ersten Bildunterschrift und ohne ihre Kategorien, während ihre Arbeit gelesen wird: ${counted(count, PAIRS)}.`,
  takenWhole: ({ count }) =>
    `Bilder, die nie geöffnet wurden, gelten als vollständig: ${counted(count, PAIRS)}.`,
  takenThere: ({ count }) =>
    `Dateien, nach denen gerade nicht gesehen wurde, gelten als vorhanden: ${counted(count, PAIRS)}.`,
}

export const edits: MessagesOf<'edits'> = {
  noPair: ({ id }) => `In diesem Projekt gibt es kein Paar mit der Nummer ${id}.`,
  nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  nothingToRedo: 'Es gibt nichts zu wiederholen.',
  madeElsewhere: 'Diese Änderung wurde schon an einem anderen Paar gemacht.',
  noLongerFits: ({ reason }) =>
    `Die Änderung passt nicht mehr zu dem, was gespeichert ist: ${clause(reason)}.`,
  tooManyChanges: ({ count, most }) =>
    `Das wären ${counted(count, { other: 'Änderungen' })} auf einmal, und höchstens ${number(most)} sind möglich: Entfernen Sie zuerst Regionen, in kleineren Schritten.`,
  maskSize: ({ maskWidth, maskHeight, width, height }) =>
    `Eine Maske von ${maskWidth} x ${maskHeight} Pixeln passt nicht zum Bild von ${width} x ${height}. Wurde das Bild ersetzt? Lassen Sie für dieses Paar neu vorschlagen.`,
  stale: ({ who, what }) =>
    `${who} hat inzwischen dasselbe geändert (${clause(what)}). Darum wurde dies nicht gespeichert.`,
  staleNameless: ({ what }) =>
    `Jemand anderes hat inzwischen dasselbe geändert (${clause(what)}). Darum wurde dies nicht gespeichert.`,
  builtOnRefused:
    'Dies baut auf einer Änderung auf, die nicht gespeichert wurde. Darum wurde es auch nicht gespeichert.',
  otherProposal: 'Inzwischen ist ein anderer Vorschlag für dieses Paar gekommen: Sehen Sie ihn zuerst an.',
  noProposal: ({ key }) => `Für ${key} gibt es noch keinen Vorschlag, also nichts anzunehmen.`,
}

export const remote: MessagesOf<'remote'> = {
  nameOne: 'Nennen Sie zuerst einen anderen Rechner und schalten Sie ihn ein.',
  howToAllow: ({ host }) =>
    `Um es zu erlauben, führen Sie einmal in einem Terminal aus: deltascribe propose FOLDER --at ${host}. Es fragt, ob Bilder dorthin gehen dürfen.`,
  nobodyAgreed: ({ host }) =>
    `Noch hat niemand zugestimmt, dass Bilder und Modelle an ${host} gesendet werden: Stimmen Sie unter „Einstellungen“, „Vorschläge“ zu, oder mit deltascribe propose --at.`,
  endedTwice: ({ host }) =>
    `Die Verbindung zu ${host} endete zweimal, während dieser Vorschlag entstand. Lassen Sie für das Paar noch einmal vorschlagen, oder machen Sie den Vorschlag auf diesem Rechner.`,
  goesOnHere: ({ reason }) => `${reason} Vorschläge entstehen weiter auf diesem Rechner.`,
  noName: ({ reason }) => `Das ist kein Name eines Rechners: ${clause(reason)}.`,
  badCommand: 'Der Befehl für den anderen Rechner ist leer, zu lang oder hat Zeilenumbrüche.',
  cannotPropose: ({ host, command, reason }) =>
    `${host} kann keine Vorschläge machen: ${clause(reason)}. Versuchen Sie „ssh ${host} ${command}“ in einem Terminal.`,
  noSsh: ({ reason }) => `ssh lässt sich nicht starten (${reason})`,
  noAnswer: 'er antwortet nicht',
  connectionEnded: 'die Verbindung endete',
  otherVersion: ({ host, theirs, ours }) =>
    `${host} hat Deltascribe ${theirs}, und dies ist ${ours}. Installieren Sie auf beiden dieselbe Version.`,
  cannotBeRead: ({ path, reason }) => `${path} lässt sich nicht lesen: ${clause(reason)}.`,
  fileGone: 'Eine Datei ist nicht mehr auf dem anderen Rechner. Versuchen Sie es noch einmal.',
  fileDamaged: 'Eine Datei wurde auf dem anderen Rechner beschädigt. Versuchen Sie es noch einmal.',
  fileChanged: 'Eine Datei ist nicht die angekündigte: Sie hat sich unterwegs geändert.',
  fileTooLong: 'Eine Datei ist länger als angekündigt, oder länger, als der andere Rechner aufbewahrt.',
  notDone: 'Das geschieht nicht auf einem anderen Rechner.',
  wrongAnswer: 'Der andere Rechner hat etwas geantwortet, wonach er nicht gefragt wurde.',
  unknownAnswer: 'Der andere Rechner hat etwas geantwortet, das sich nicht verstehen lässt.',
}

export const jobs: MessagesOf<'jobs'> = {
  exportTo: ({ out }) => `Export nach ${out}`,
  importInto: ({ into }) => `Import nach ${into}`,
  predictionsIn: ({ source }) => `Vorhersagen in ${source}`,
  importOf: ({ name }) => `Import von ${name}`,
  captionsBy: ({ title }) => `Bildunterschriften von ${title}`,
  captions: ({ title, added, noChange, leftOut, failed, key, reason }) =>
    `${title}: ${[
      `${added} hinzugefügt`,
      ...(noChange === 0 ? [] : [`davon ${noChange} ohne Änderung`]),
      ...(leftOut === 0
        ? []
        : [
            counted(leftOut, {
              one: 'Paar ausgelassen, da es geprüft ist, schon eine hat oder ein Problem hat',
              other: 'Paare ausgelassen, da sie geprüft sind, schon eine haben oder ein Problem haben',
            }),
          ]),
      ...(failed === 0 ? [] : [`${failed} fehlgeschlagen (${key}: ${reason})`]),
    ].join(', ')}.`,
}

export const sequences: MessagesOf<'sequences'> = {
  noNext: ({ key }) => `Nach ${key} gibt es kein weiteres Datum dieses Orts.`,
  nothingAccepted: ({ key }) =>
    `Kein Bereich von ${key} ist angenommen: Nehmen Sie das Paar oder einzelne Bereiche an.`,
  otherGrid: ({ key }) =>
    `Bereiche können nicht übertragen werden: Die Bilder von ${key} liegen auf zwei Rastern oder sind nicht lesbar.`,
  otherSize: ({ key }) =>
    `Bereiche können nicht übertragen werden: Die Bilder von ${key} haben eine andere Größe.`,
  outside: ({ key }) => `Die Bereiche liegen außerhalb des Bildes von ${key}.`,
  taken:
    'Die übertragenen Bereiche wurden verwendet und lassen sich nicht mehr zurücknehmen, auch wenn das rückgängig gemacht wurde.',
  carriedFrom: ({ key }) => `Übertragen von ${key}.`,
  lost: ({ count }) =>
    `${counted(count, {
      one: 'Bereich liegt außerhalb des Bildes und wurde weggelassen',
      other: 'Bereiche liegen außerhalb des Bildes und wurden weggelassen',
    })}.`,
}
