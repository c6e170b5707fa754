import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted } = spellingOf('de')

export const waits: MessagesOf<'waits'> = {
  minutes: ({ count }) => counted(count, { one: 'Minute', other: 'Minuten' }),
  hours: ({ count }) => counted(count, { one: 'Stunde', other: 'Stunden' }),
  days: ({ count }) => counted(count, { one: 'Tag', other: 'Tage' }),
}

export const connector: MessagesOf<'connector'> = {
  off: 'Die Anbindung für Bildunterschriften ist aus. Schalten Sie sie in den Einstellungen ein.',
  modelAt: ({ model, address }) => `${model} auf ${address}`,
  modelHere: ({ model }) => `${model} auf diesem Rechner`,
  whichModel: ({ host }) =>
    `Welches Modell bei ${host} soll gefragt werden? Nennen Sie es in den Einstellungen.`,
  changed: ({ title }) =>
    `Die Einstellungen nennen jetzt ${title}. Fragen Sie noch einmal, um Bilder dorthin zu senden.`,
  noPack: ({ pack }) =>
    `Es gibt kein Zusatzmodell „${pack}“, das Bildunterschriften schreibt. Installieren Sie eines unter „Modelle“, oder nennen Sie in den Einstellungen einen Server.`,
  notInstalled: ({ title }) =>
    `${title} ist nicht installiert. Installieren Sie eines unter „Modelle“, oder nennen Sie in den Einstellungen einen Server.`,
  noAnswerHere: ({ title, reason }) =>
    `${title} auf diesem Rechner gab keine Antwort. ${reason} Mehr Zeit und kleinere Bilder gibt es in den Einstellungen.`,
  onCpuInstead: ({ provider, reason }) =>
    `Das Modell für Bildunterschriften läuft nicht auf ${provider} (${clause(reason)}); die CPU hat geantwortet.`,
  modelBroken: ({ reason }) =>
    `Das Modell lässt sich nicht öffnen. ${clause(reason)}. Installieren Sie das Zusatzmodell noch einmal.`,
  modelFails: ({ folder, reason }) => `Das Modell in ${folder} funktioniert nicht: ${reason}`,
  cannotBeRead: ({ path, reason }) => `${path} lässt sich nicht lesen: ${reason}`,
  isMissing: ({ path }) => `${path} fehlt`,
  noFileOf: ({ folder, graph }) => `${folder} hat keine Datei für ${graph}`,
  notUsable: ({ path, reason }) => `${path} gehört zu keinem Modell, das hier verwendbar ist: ${reason}`,
  takesNoPictures: 'Seine Vorverarbeitung nimmt keine Bilder',
  nothingAnswers: ({ origin }) =>
    `Bei ${origin} antwortet nichts. Starten Sie den Server, oder berichtigen Sie die Adresse in den Einstellungen.`,
  unknownName: ({ host }) =>
    `Der Name ${host} ist nicht bekannt. Berichtigen Sie die Adresse in den Einstellungen.`,
  unknownTyped: ({ host }) =>
    `Der Name ${host} ist nicht bekannt. Berichtigen Sie ihn, oder geben Sie die IP-Adresse des Servers ein.`,
  brokeOff: ({ host, reason }) =>
    `${host} hat die Verbindung abgebrochen (${reason}). Vielleicht reicht der Speicher nicht.`,
  unreachable: ({ host, code }) =>
    `${host} ist nicht erreichbar (${code}). Ist der Rechner an und in Ihrem Netz?`,
  certificate: ({ host, code }) => `Dem Zertifikat von ${host} wird hier nicht vertraut (${code}).`,
  noHttps: ({ host }) => `${host} spricht kein https. Versuchen Sie http://.`,
  noHttp: ({ host }) => `${host} spricht kein http. Versuchen Sie https:// oder einen anderen Port.`,
  cannotBeAsked: ({ host, reason }) => `${host} lässt sich nicht fragen: ${clause(reason)}.`,
  saysStatus: ({ status }) => `Der Server antwortet mit Status ${status}.`,
  says: ({ remark }) => `Der Server sagt: ${remark}`,
  otherKey: ({ host, status, says }) =>
    `${host} verlangt einen anderen API-Schlüssel (Status ${status}). ${says}`,
  fewerPictures: ({ host, says }) =>
    `${host} nimmt weniger Bilder. Ein Paar sind zwei: Lassen Sie den Server zwei nehmen (vLLM: --limit-mm-per-prompt '{"image": 2}'). ${says}`,
  noModel: ({ host, model, says }) => `${host} hat kein Modell „${model}“. ${says}`,
  itHas: ({ text, models }) => `${text} Vorhanden sind: ${models}.`,
  noPictures: ({ host, model, says }) =>
    `„${model}“ bei ${host} kann keine Bilder ansehen. Nehmen Sie ein Bild-Sprachmodell (llama.cpp: mit seiner --mmproj-Datei). ${says}`,
  noServer: ({ address, says }) =>
    `Bei ${address} gibt es keinen OpenAI-kompatiblen Server. Berichtigen Sie die Adresse in den Einstellungen; meist endet sie auf /v1. ${says}`,
  tooLarge: ({ host, says }) =>
    `Die Bilder sind zu groß für ${host}. Nehmen Sie in den Einstellungen kleinere. ${says}`,
  leaveAlone: ({ wait }) => `Der Server bittet um eine Pause (${wait}).`,
  isBusy: ({ host }) => `${host} ist beschäftigt oder gestört.`,
  isBusyAgain: ({ host, attempts }) => `${host} ist beschäftigt oder gestört, nach ${attempts} Versuchen.`,
  refused: ({ host, status, says }) => `${host} hat die Anfrage abgelehnt (Status ${status}). ${says}`,
  notAnAddress: ({ typed }) =>
    `„${typed}“ ist keine Adresse eines Servers. Schreiben Sie sie wie http://127.0.0.1:8080/v1.`,
  hasLogin:
    'Eine Adresse mit Anmeldung oder Abfrage wird nicht genommen. Lassen Sie beides weg; ein Schlüssel hat ein eigenes Feld.',
  liesPublic: ({ host, how }) =>
    `${host} liegt im öffentlichen Netz. Nichts wurde gesendet. ${how}, oder nennen Sie einen Server auf diesem Rechner.`,
  liesInNetwork: ({ host, how }) =>
    `${host} liegt in Ihrem Netz, nicht auf diesem Rechner. Nichts wurde gesendet. ${how}, oder nennen Sie einen Server auf diesem Rechner.`,
  agree: 'Stimmen Sie in den Einstellungen zu',
  startServe: ({ origin }) => `Starten Sie deltascribe serve mit --allow-endpoint ${origin}`,
  startServeToAllow: ({ origin }) =>
    `Starten Sie deltascribe serve mit --allow-endpoint ${origin}, um es zu erlauben.`,
  addPublic: 'Fügen Sie --allow-public hinzu',
  nameIt: 'Nennen Sie den Server mit --endpoint',
  nameItPublic: 'Nennen Sie den Server mit --endpoint und fügen Sie --allow-public hinzu',
  notEncrypted: ({ host }) =>
    `${host} liegt im öffentlichen Netz, und über http wären Ihre Bilder für alle lesbar: Verwenden Sie https.`,
  noCompletion: ({ host }) =>
    `${host} hat etwas geantwortet, das keine Chat-Antwort ist. Ist es ein OpenAI-kompatibler Server?`,
  emptyCut: ({ who }) =>
    `${who} gab eine leere Antwort. Die Länge war aufgebraucht: Nehmen Sie ein Modell, das nicht laut denkt.`,
  empty: ({ who }) => `${who} gab eine leere Antwort. Versuchen Sie ein anderes Modell.`,
  cut: ({ who }) =>
    `Die Antwort von ${who} ist abgeschnitten, weil die Länge aufgebraucht war: Ein halber Satz ist keine Bildunterschrift. Lassen Sie mehr zu, oder nehmen Sie ein anderes Modell.`,
  noSentence: ({ who }) =>
    `${who} hat Daten statt eines Satzes geantwortet. Versuchen Sie ein anderes Modell, oder verlangen Sie in der Anweisung in den Einstellungen einen Satz.`,
  tooLong: ({ who, most }) =>
    `Die Antwort von ${who} ist länger als ${most} Zeichen: Das ist keine Bildunterschrift. Versuchen Sie ein anderes Modell.`,
  noList: ({ host }) => `${host} nennt seine Modelle nicht. Geben Sie den Namen des Modells ein.`,
  sendsOn: ({ host, to }) => `${host} verweist weiter auf ${to}. Dorthin wurde nichts gesendet.`,
  sendsOnHere: ({ host, to }) =>
    `${host} verweist weiter auf ${to}. Nennen Sie diese Adresse in den Einstellungen.`,
  timedOut: ({ host, seconds }) =>
    `${host} gab innerhalb von ${seconds} s keine Antwort. Geben Sie in den Einstellungen mehr Zeit, oder nehmen Sie kleinere Bilder oder ein kleineres Modell.`,
  sentTooMuch: ({ host, most }) =>
    `${host} hat mehr als ${most} gesendet: Das ist keine Bildunterschrift. Es wurde verworfen.`,
  cancelledAfter: ({ count }) =>
    `Abgebrochen. ${counted(count, { one: 'Bildunterschrift wurde', other: 'Bildunterschriften wurden' })} hinzugefügt.`,
  noSample: ({ folder }) =>
    `In ${folder} gibt es kein Beispielpaar: Fragen Sie bei der Prüfung nach einem Paar.`,
}
