import { counted, plural, spellFixed, spellNumber } from '../spelling'
import type { Decision } from '../../../src/contract/pairs'
import type { TextsOf } from '../texts'

const decided: Record<Decision, string> = {
  accept: 'angenommen',
  reject: 'abgelehnt',
  flag: 'vorgemerkt',
  reopen: 'wieder geöffnet',
}

const verbs: Record<Decision, string> = {
  accept: 'Annehmen',
  reject: 'Ablehnen',
  flag: 'Vormerken',
  reopen: 'Wieder öffnen',
}

function pairs(count: number): string {
  return counted(count, { one: 'Paar', other: 'Paare' })
}

export const queue: TextsOf<'queue'> = {
  title: 'Warteschlange',
  pairs: 'Paare',
  tools: 'Filter und Reihenfolge',
  states: {
    unreviewed: 'Ungeprüft',
    accepted: 'Angenommen',
    corrected: 'Korrigiert',
    rejected: 'Abgelehnt',
    flagged: 'Vorgemerkt',
  },
  progress: (reviewed, total) => `${spellNumber(reviewed)} von ${spellNumber(total)} geprüft`,
  found: (count, total) => `${spellNumber(count)} von ${counted(total, { one: 'Paar', other: 'Paaren' })}`,
  filtered: (parts) => `Nur ein Teil der Paare: ${parts.join(', ')}. Alle Paare zeigen`,
  all: 'Alle',
  filter: 'Nach Zustand filtern',
  search: 'Schlüssel, Bildunterschriften und Kategorien durchsuchen',
  searchShort: 'Suchen',
  clearSearch: 'Suche leeren',
  problems: 'Probleme',
  problemsExplain:
    'Nur Paare, deren Dateien fehlen, unlesbar sind oder nicht zusammenpassen, oder deren gespeicherte Arbeit beschädigt ist',
  names: 'Nach Namen filtern',
  namesExplain: 'Nur Paare, in denen etwas Geändertes diesen Namen hat',
  allNames: 'Alle Namen',
  noName: 'ohne Namen',
  noSuchName: 'Nichts hat einen solchen Namen',
  clearName: 'Alle Namen zeigen',
  sequences: {
    filter: 'Nach Zeitreihe filtern',
    filterExplain: 'Nur Paare eines Orts',
    all: 'Alle Zeitreihen',
    noSuch: 'Keine Zeitreihe heißt so',
    clear: 'Alle Zeitreihen zeigen',
    none: 'Ohne Zeitreihe',
  },
  proposers: {
    title: 'Vorschlagsmodelle',
    explain:
      'Nur Paare mit Vorschlägen eines Modells oder zweier Modelle, nach ihren Werten und nach der Überlappung ihrer Masken',
    chosen: (proposer, against) => (against === null ? proposer : `${proposer} und ${against}`),
    proposer: 'Mit einem Vorschlag von',
    all: 'Beliebig oder keinem',
    option: (title, count) => `${title}, ${pairs(count)}`,
    against: 'Verglichen mit',
    nobody: 'Keinem',
    scores: (min, max) => `Wert von ${spellFixed(min, 2)} bis ${spellFixed(max, 2)}`,
    minScore: 'Kleinster Wert',
    maxScore: 'Größter Wert',
    distance: (least) => `IoU ihrer Masken höchstens ${spellFixed(1 - least, 2)}`,
    minDistance: 'Kleinster Unterschied der Masken',
  },
  order: 'Reihenfolge',
  orders: {
    key: 'Nach Datei',
    'score-descending': 'Am meisten geändert zuerst',
    'score-ascending': 'Am wenigsten geändert zuerst',
    uncertainty: 'Am unsichersten zuerst',
    disagreement: 'Größter Widerspruch zuerst',
    name: 'Nach Namen',
    'proposer-score-descending': 'Gewähltes Modell: am meisten geändert zuerst',
    'proposer-score-ascending': 'Gewähltes Modell: am wenigsten geändert zuerst',
    'proposer-distance': 'Gewählte Modelle: am verschiedensten zuerst',
    'review-disagreement': 'Unähnlichste Prüfungen',
    diverse: 'Verschiedenste zuerst',
    similarity: 'Ähnlichste zuerst',
    sequence: 'Nach Zeitreihe',
  },
  ordersExplain: {
    key: 'Wie sie im Ordner liegen',
    'score-descending': 'Die größte Wahrscheinlichkeit einer Änderung zuerst',
    'score-ascending': 'Die kleinste Wahrscheinlichkeit einer Änderung zuerst',
    uncertainty:
      'Wo die Masken für das Modell am wenigsten passen; sagt es das nicht, ein Änderungswert nahe 0,5',
    disagreement:
      'Wo sich Bildunterschrift und Maske des Vorschlags am meisten widersprechen; Paare ohne solche Angabe kommen zuletzt',
    name: 'Nach den Namen des Geänderten, alphabetisch; Paare ohne Namen kommen zuletzt',
    'proposer-score-descending':
      'Der größte Wert des Modells, das unter „Vorschlagsmodelle“ gewählt ist, zuerst',
    'proposer-score-ascending':
      'Der kleinste Wert des Modells, das unter „Vorschlagsmodelle“ gewählt ist, zuerst',
    'proposer-distance':
      'Wo sich die Masken der zwei Modelle, die unter „Vorschlagsmodelle“ gewählt sind, am wenigsten überlappen',
    'review-disagreement':
      'Paare, die auf Schlichtung warten: die mit den unähnlichsten blinden Prüfungen zuerst; alle anderen zuletzt',
    diverse: 'Jedes Paar so verschieden wie möglich von allen davor; Beinahe-Duplikate kommen spät',
    similarity: 'Nach Ähnlichkeit mit einem Paar, das „Ähnliche Paare“ wählt',
    sequence: 'Paare eines Orts beisammen, nach Datum; Paare ohne Zeitreihe kommen zuletzt',
  },
  layout: 'Anordnung',
  layouts: { list: 'Liste', sheet: 'Kontaktbogen', map: 'Karte' },
  similar: {
    show: 'Ähnliche Paare',
    like: (key) => `Wie ${key}`,
    clear: 'Die Paare zeigen, wie sie im Ordner liegen',
    duplicateOf: (key) => `Beinahe-Duplikat von ${key}`,
  },
  map: {
    loading: 'Paare werden angeordnet…',
    none: 'Noch kein Paar ist auf der Karte',
    noneInFilter: 'Kein Paar dieses Filters ist auf der Karte',
    ready: (ready, total) =>
      `Einbettungen fertig für ${spellNumber(ready)} von ${counted(total, { one: 'Paar', other: 'Paaren' })}.`,
    explain:
      'Eine Einbettung beschreibt ein Paar in Zahlen. Die Karte legt Paare mit ähnlichen nebeneinander.',
    states: {
      off: 'Das Finden ähnlicher Paare ist in den Einstellungen ausgeschaltet.',
      waiting: 'Einbettungen entstehen, sobald keine Vorschläge mehr ausstehen.',
      running: 'Die Einbettungen entstehen gerade. Die Karte kommt von selbst.',
    },
    start: 'Einbettungen berechnen',
    toSettings: 'Zu den Einstellungen',
    tools: 'Karte',
    coloring: 'Farbe',
    colorings: { state: 'Nach Zustand', score: 'Nach Wert', category: 'Nach Namen' },
    legendTitle: 'Was die Farben bedeuten',
    legend: {
      noScore: 'kein Vorschlag',
      noName: 'ohne Namen',
      score: (score) => `Wert ${spellFixed(score, 1)}`,
    },
    lasso: 'Mit dem Lasso auswählen',
    lassoKeys: 'Umschalt und ziehen',
    zoomIn: 'Karte vergrößern',
    zoomOut: 'Mehr von der Karte zeigen',
    whole: 'Ganze Karte zeigen',
    selectInView: 'Gezeigtes auswählen',
    label: (count) => `Karte von ${counted(count, { one: 'Paar', other: 'Paaren' })}`,
    help: 'Die Pfeiltasten gehen zum nächsten Paar in einer Richtung, Leertaste wählt es aus, Enter öffnet es. „Gezeigtes auswählen“ wählt alle sichtbaren Paare aus.',
    cursor: (key, state, score, selected) =>
      [
        key,
        state,
        ...(score === null ? [] : [`Änderungswert ${spellFixed(score, 2)}`]),
        ...(selected === 0 ? [] : [`${pairs(selected)} ausgewählt`]),
      ].join(', '),
  },
  start: 'Prüfen',
  stale: 'Die Liste hat sich geändert',
  refresh: 'Aktualisieren',
  columns: {
    pair: 'Paar',
    state: 'Zustand',
    score: 'Wert',
    expectedIou: 'Erwartete IoU',
    agreement: 'Stimmt',
    regions: 'Regionen',
    caption: 'Erste Bildunterschrift',
  },
  noProposal: 'Noch kein Vorschlag',
  noCaption: 'Keine Bildunterschrift',
  score: (score) => spellFixed(score, 2),
  expectedIouLabel: (expectedIou) => `erwartete IoU ${spellFixed(expectedIou, 2)}`,
  agreementLabel: (agreement) => `Übereinstimmung ${spellFixed(agreement, 2)}`,
  scoreLabel: (score) => `Änderungswert ${spellFixed(score, 2)}`,
  regions: (count) => counted(count, { one: 'Region', other: 'Regionen' }),
  selected: (count) => `${pairs(count)} ausgewählt`,
  clearSelection: 'Auswahl aufheben',
  accept: verbs.accept,
  reject: verbs.reject,
  reopen: verbs.reopen,
  deciding: (done, total) => `${spellNumber(done)} von ${spellNumber(total)}…`,
  decided: (count, decision) => `${pairs(count)} ${decided[decision]}.`,
  decidedOtherwise: (before) => ` Bis dahin: ${before.join(', ')}.`,
  decidedInPart: (count, total, decision) =>
    `Der Ordner wurde geschlossen: ${spellNumber(count)} von ${spellNumber(total)} Paaren ${decided[decision]}, die übrigen blieben, wie sie sind.`,
  stopped: (count, total, decision) =>
    `Angehalten: ${spellNumber(count)} von ${spellNumber(total)} Paaren ${decided[decision]}, die übrigen blieben, wie sie sind.`,
  notInList: 'Worüber Sie entschieden haben, ist nicht mehr in der Liste; nichts wurde geändert.',
  isDeciding: 'Eine Entscheidung für mehrere Paare läuft noch. Escape hält sie an.',
  bulk: 'Entscheidung für mehrere Paare',
  undo: (count, decision) => `${verbs[decision]} rückgängig (${pairs(count)})`,
  keepDecision: 'Nicht mehr anbieten, dies rückgängig zu machen',
  undone: (count, changed) =>
    [
      `Für ${pairs(count)} zurückgenommen.`,
      ...(changed === 0
        ? []
        : [
            plural(changed, {
              one: '1 Paar wurde seitdem geändert und blieb so.',
              other: `${spellNumber(changed)} Paare wurden seitdem geändert und blieben so.`,
            }),
          ]),
    ].join(' '),
  undoFailed: (count, message) => `Für ${pairs(count)} ließ es sich nicht zurücknehmen: ${message}`,
  decideFailed: (count, message) =>
    `Über ${spellNumber(count)} der ausgewählten Paare konnte nicht entschieden werden: ${message}`,
  loading: 'Paare werden gesucht…',
  empty: {
    title: 'Kein Paar passt zu diesem Filter',
    explain:
      'Andere Zustände, ein anderer Name, eine andere Suche oder Paare mit Problemen enthalten vielleicht, was Sie suchen.',
    clear: 'Alle Paare zeigen',
    done: 'Jedes Paar ist geprüft',
    doneExplain: 'Unter „Datensatz“ werden sie als Trainingsdaten exportiert.',
    toDataset: 'Zum Datensatz',
  },
  noProject: {
    title: 'Kein Ordner ist offen',
    explain: 'Öffnen Sie zuerst einen Ordner mit Bildpaaren.',
    open: 'Ordner öffnen',
  },
}
