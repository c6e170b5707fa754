import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted, fixed, number } = spellingOf('de')

const ABILITIES = {
  recaption: 'aus einer Maske keine Bildunterschrift machen',
  complete: 'eine Bildunterschrift nicht fortsetzen',
  remask: 'nicht markieren, wovon eine Bildunterschrift spricht',
  agree: 'nicht beurteilen, ob Bildunterschrift und Masken zusammenpassen',
  threshold: 'seine Masken nicht mit einem anderen Schwellenwert zeigen',
}

function taught(worlds: string): string {
  return worlds === '' ? '' : `, trainiert mit ${worlds}`
}

function tuned(parent: string): string {
  return parent === '' ? '' : `, abgestimmt aus ${parent}`
}

export const providers: MessagesOf<'providers'> = {
  noneUsable: 'Kein Ausführungsanbieter hat seine Prüfung bestanden; die CPU wird trotzdem versucht.',
  instead: ({ provider, reason, instead }) =>
    `${provider} ist nicht verwendbar (${clause(reason)}); stattdessen rechnet ${instead === 'CPU' ? 'die CPU' : instead}.`,
  cpuServes: ({ reasons }) => `Die CPU rechnet: ${reasons}.`,
  slower: ({ provider, milliseconds, cpu }) => `${provider} ist langsamer (${milliseconds} gegen ${cpu} ms)`,
  unusable: ({ provider, reason }) => `${provider} ist nicht verwendbar (${clause(reason)})`,
  both: ({ first, second }) => `${first}; ${second}`,
  notOffered: 'diese Plattform bietet es nicht an',
  noReason: 'ohne Angabe eines Grundes',
  wrongAnswer: ({ by }) => `das Ergebnis weicht um ${by} ab`,
  broken: ({ provider, reason }) => `${provider} ist nicht verwendbar: ${reason}`,
}

export const proposals: MessagesOf<'proposals'> = {
  difference:
    'Richtet die Bilder aneinander aus, gleicht das Licht an und markiert, was sich dann noch unterscheidet. Braucht kein Training; die Bildunterschriften nennen nur, was gemessen wurde.',
  outlines:
    'Wie die gemessene Differenz; danach findet Segment Anything 2 die Dinge, die sich unterscheiden: Die Masken folgen ihren Umrissen, und es wird gesagt, was kam, ging oder sich bewegte.',
  network: 'Segmentiert die Änderung mit einem Netz, das anderswo entstand, als ONNX-Datei.',
  ccrc: 'Erkennt geänderte Regionen, dekodiert daraus Bildunterschriften und verfeinert beides (CCRC).',
  davir:
    'Segmentiert die Änderung, sucht Namen dafür und dekodiert Bildunterschriften, die von ihnen ausgehen (DAVIR).',
  rdd: 'Führt den Unterschied auf Dinge und Vorgänge zurück und dekodiert daraus Bildunterschriften (RDD+ACR).',
  procap:
    'Beschreibt die Änderung als Vorgang zwischen den Bildern und dekodiert daraus Bildunterschriften (ProCap).',
  cheers: 'Sucht Namen von Dingen und dekodiert aus ihnen und dem Unterschied Bildunterschriften (CHEERS).',
  photo: 'Segmentiert die Änderung in Fotos jeder Größe, mit den Merkmalen des Detektors (CCRC für Fotos).',
  shipped: ({ summary, worlds, parent }) =>
    `${summary} Kommt mit Deltascribe${taught(worlds)}${tuned(parent)}.`.trim(),
  liesIn: ({ summary, folder, worlds, parent }) =>
    `${summary} Liegt in ${folder}${taught(worlds)}${tuned(parent)}.`.trim(),
  unknownFamily: ({ family }) => `seine Familie ${family} ist diesem Deltascribe unbekannt`,
  needsDetector: 'es liest die Merkmale des Detektors für Namen, der in diesem Programm fehlt',
  noModelOfThisName: 'es gibt kein Modell mit diesem Namen',
  noneOfThisName: 'es gibt keines mit diesem Namen',
  notLookedFor: 'es wurde noch nicht gesucht',
  packMissing: ({ pack }) => `das Zusatzmodell ${pack} ist nicht installiert`,
  packNeeded: ({ pack }) =>
    `Das Segmentieren per Klick braucht das Zusatzmodell ${pack}. Installieren Sie es unter „Modelle“ oder mit „deltascribe models add ${pack}“.`,
  instead: ({ name, reason, instead }) =>
    `${name} ist nicht verwendbar: ${clause(reason)}. Stattdessen dient ${instead}.`,
  unusable: ({ name, reason }) => `${name} kann nicht vorschlagen: ${clause(reason)}.`,
  needsModel: ({ reason }) => `Dafür ist ein Modell nötig. ${clause(reason)}.`,
  modelUnusable: ({ name, reason }) => `${name} ist nicht verwendbar: ${clause(reason)}`,
  noneIn: ({ shipped, user }) => `Weder in ${shipped} noch in ${user} liegt eines`,
  noneCan: ({ ability }) => `Die vorhandenen Modelle können ${ABILITIES[ability]}`,
  cannot: ({ title, ability }) =>
    `Das aktive Modell ${title} kann ${ABILITIES[ability]}. Setzen Sie eines ein, das es kann.`,
  broke: ({ name, provider, reason }) => `${name} ist auf ${provider} abgebrochen: ${reason}`,
  modelFailed: ({ provider, folder, reason }) =>
    `${provider} kann das Modell in ${folder} nicht ausführen: ${reason}`,
  none: ({ key, reason }) => `Kein Vorschlag für ${key}: ${reason}`,
  stopped: ({ reason }) => `Es wird nicht weiter vorgeschlagen. ${reason}`,
  wait: ({ reason }) => `Die Vorschläge warten. ${reason}`,
  missing: ({ id }) => `Es gibt keinen Vorschlag ${id}.`,
  notOfPair: 'Dieses Paar hat keinen solchen Vorschlag.',
  nothingToTake: ({ remarks }) => `Es gibt nichts zu übernehmen: ${remarks}`,
  inParts: ({ count }) =>
    `Die Bilder sind zu groß, um ganz verglichen zu werden: Sie wurden in ${number(count)} Teilen bei voller Auflösung verglichen.`,
  littleInCommon:
    'Die zwei Ansichten haben wenig gemeinsam und ließen sich nicht ausrichten; sie wurden verglichen, wie sie sind.',
  shifted:
    'Die Ansicht scheint ein wenig verschoben und ließ sich nicht ausrichten; Kanten können als Änderung markiert sein.',
  alignmentLeftOut:
    'Die Ansicht scheint bewegt, doch ausgerichtet unterscheiden sich die Bilder in mehr; sie wurden verglichen, wie sie sind.',
  aligned: ({ pixels }) => `Die Ansicht hatte sich um bis zu ${pixels} px bewegt und wurde ausgerichtet.`,
  joined: ({ count, thing }) =>
    `${counted(count, { one: 'Region wurde', other: 'Regionen wurden' })} zu einer verbunden: Sie liegen in einem Ding (${thing}).`,
  joinedUnnamed: ({ count }) =>
    `${counted(count, { one: 'Region wurde', other: 'Regionen wurden' })} zu einer verbunden: Sie liegen in einem Ding.`,
  divided: ({ count }) =>
    `Eine Region wurde geteilt: ${counted(count, { one: 'Ding liegt', other: 'Dinge liegen' })} in ihr.`,
  readFrom: ({ path }) => `Gelesen aus ${path}.`,
  captionTooLong: ({ count, most }) =>
    `Die Bildunterschrift hat ${counted(count, { one: 'Zeichen', other: 'Zeichen' })} und ist ausgelassen: Kürzen Sie sie auf ${counted(most, { other: 'Zeichen' })}.`,
  bestThreshold: ({ count }) =>
    `Aus Ihren ${count} geprüften Paaren: Der eigene Schwellenwert des Modells ist in diesem Ordner der beste.`,
  foundThreshold: ({ count, threshold }) =>
    `Aus Ihren ${count} geprüften Paaren: In diesem Ordner gelten Pixel ab einer Wahrscheinlichkeit von ${fixed(threshold, 2)} als geändert.`,
  cutAnew: 'Die Masken der Paare, die niemand bearbeitet hat, entstehen neu.',
  notCutAnew: 'Damit die Masken eines Paars neu entstehen, lassen Sie neu vorschlagen.',
}

export const naming: MessagesOf<'naming'> = {
  noDetector: 'Der Detektor, der Dinge benennt, kam nicht mit diesem Programm.',
  off: 'Das Benennen dessen, was sich geändert hat, ist ausgeschaltet, oder sein Detektor ist nicht da (Einstellungen, Namen).',
  notLearned: 'Die Beispiele wurden nicht gelernt.',
  failed: ({ reason }) => `Dinge lassen sich nicht benennen: ${reason}`,
  failedOn: ({ provider, reason }) => `Dinge lassen sich auf ${provider} nicht benennen: ${reason}`,
  nothingNamed: ({ reason }) => `Nichts wurde benannt: ${reason}`,
  notRemembered: ({ reason }) => `Wie eine Region heißt, wurde nicht gemerkt: ${reason}`,
}
