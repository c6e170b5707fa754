import { counted, plural, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

const PAIRS = { one: 'Paar', other: 'Paare' }
const REGIONS = { one: 'Region', other: 'Regionen' }
const CAPTIONS = { one: 'Bildunterschrift', other: 'Bildunterschriften' }
const PREDICTIONS = { one: 'Vorhersage', other: 'Vorhersagen' }
const PROPOSALS = { one: 'Vorschlag', other: 'Vorschläge' }

export const dataset: TextsOf<'dataset'> = {
  title: 'Datensatz exportieren',
  lead: 'Schreibt die Paare, die Sie wählen, mit Masken und Bildunterschriften in einen neuen Ordner.',
  format: 'Format',
  states: 'Zustände',
  statesExplain: 'Angenommene und korrigierte Paare wurden von Menschen geprüft.',
  details: {
    images: 'Bilder',
    imageModes: {
      copy: 'Kopien',
      link: 'Harte Links, die keinen Platz brauchen',
      reference: 'Verweise auf ihren Ort',
    },
    captions: 'Bildunterschriften',
    captionChoices: {
      all: 'Alle jedes Paars',
      first: 'Nur die erste jedes Paars',
      people: 'Von Menschen geschrieben',
    },
    masks: 'Masken',
    maskStyles: {
      rle: 'Lauflängen, komprimiert',
      'rle-numbers': 'Lauflängen als Zahlen',
      polygons: 'Polygone',
    },
    patient: 'Name, Nummer und Daten der Patienten in die Segmentierungen übernehmen',
    licence: 'Lizenz, für die Datenkarte',
    licencePlaceholder: 'Nicht angegeben',
  },
  out: 'Zielordner',
  where: {
    title: 'Wo',
    names: { here: 'Auf diesem Rechner', workers: 'Auf einem Arbeiter' },
    explain: {
      here: 'Wo Deltascribe selbst läuft.',
      workers: 'Auf einem der Rechner, die Arbeit aus der Datenbank des Projekts nehmen. Dieser bleibt frei.',
    },
  },
  outOnWorker: 'Wohin der Arbeiter schreibt',
  outOnWorkerExplain: 'Ein Pfad in seinem Ordner für Exporte, oder s3://BUCKET/ORDNER.',
  outOrBucket: 'Ein neuer oder leerer Ordner, oder s3://BUCKET/ORDNER',
  outInBucket:
    'Wird erst auf dieser Festplatte geschrieben und dann mit Ihren Zugangsdaten für Buckets hochgeladen.',
  outPlaceholder: 'Ein neuer oder ein leerer Ordner',
  choose: 'Wählen…',
  chooseTitle: 'Ordner, in den der Datensatz kommt',
  preview: 'Was geschrieben wird',
  previewing: 'Wird gezählt…',
  totals: (pairs, regions, captions) =>
    `${counted(pairs, PAIRS)} in diesen Zuständen, mit ${counted(regions, { one: 'Region', other: 'Regionen' })} und ${counted(captions, CAPTIONS)}. Welche davon geschrieben werden können, wird ermittelt.`,
  noState: 'Wählen Sie mindestens einen Zustand.',
  nothing: 'Noch nichts.',
  noPairs: 'Noch kein Paar hat einen dieser Zustände. Prüfen Sie zuerst einige Paare.',
  noPairFits:
    'Keines dieser Paare kann in diesem Format geschrieben werden: Die Gründe stehen unter „Was geschrieben wird“.',
  otherExport: 'Ein anderer Export läuft: Nur einer zur gleichen Zeit ist möglich.',
  noneFits: 'Keines dieser Paare kann in diesem Format geschrieben werden. Die Gründe stehen unten.',
  counts: { pairs: 'Paare', regions: 'Regionen', captions: 'Bildunterschriften' },
  splits: 'Aufteilungen',
  split: 'Aufteilung',
  splitsKept:
    'Wo die Quelle keine Aufteilung vorgibt, sind Paare, die vom Training zurückgehalten werden, test, und ein Paar behält seine Aufteilung in späteren Exporten.',
  leftOut: (count) => counted(count, { one: 'Paar ausgelassen', other: 'Paare ausgelassen' }),
  nothingLeftOut: 'Nichts ist ausgelassen.',
  pair: 'Paar',
  reason: 'Grund',
  more: (count) => `und ${spellNumber(count)} weitere`,
  export: (count) => (count === 0 ? 'Exportieren' : `${counted(count, PAIRS)} exportieren`),
  needsOut: 'Wählen Sie den Zielordner.',
  running: (done, total) => `${spellNumber(done)} von ${spellNumber(total)} geschrieben`,
  cancel: 'Export stoppen',
  done: (count) => `${counted(count, PAIRS)} exportiert`,
  failed: 'Der Export ist fehlgeschlagen',
  cancelled: 'Der Export wurde gestoppt.',
  stopped: {
    title: (count) =>
      plural(count, {
        one: 'Ein Export in diesen Ordner wurde gestoppt: 1 Paar ist fertig.',
        other: `Ein Export in diesen Ordner wurde gestoppt: ${spellNumber(count)} Paare sind fertig.`,
      }),
    explain: 'Der Export geht dort weiter. Was sich seitdem geändert hat, wird neu geschrieben.',
    discard: 'Verwerfen',
  },
  openFolder: 'Ordner öffnen',
  unsupportedFields: 'In diesem Format nicht enthalten',
  sample: {
    title: 'Ein Auszug',
    writing: 'Einige Paare werden geschrieben…',
    file: 'Datei',
    others: (count) =>
      count === 0 ? '' : `und ${counted(count, { one: 'Bild oder Archiv', other: 'Bilder und Archive' })}`,
  },
  import: {
    open: 'Datensatz importieren…',
    title: 'Datensatz importieren',
    as: 'Importieren als',
    asProject: 'Eigenes Projekt',
    asProposals: 'Vorschläge für das offene Projekt',
    lead: 'Macht aus einem Datensatz einen Projektordner, mit seinen Bildunterschriften, Masken und Aufteilungen. Der Datensatz bleibt, wie er ist.',
    source: 'Datensatz',
    sourcePlaceholder: 'Sein Ordner, eine seiner Listen, oder s3://BUCKET/ORDNER',
    chooseSource: 'Ordner des Datensatzes',
    format: 'Format des Datensatzes',
    findOut: 'Erkennen',
    images: 'Ordner der Bilder, falls sie woanders liegen',
    imagesPlaceholder: 'Nur wenn Listen oder Links aus dem Datensatz hinausführen',
    chooseImages: 'Ordner der Bilder',
    into: 'Neuer Ordner',
    chooseInto: 'Ordner, in den das Projekt kommt',
    start: 'Importieren',
    running: (count) => `Bisher ${counted(count, PAIRS)}`,
    cancel: 'Import abbrechen',
    cancelled: 'Der Import wurde abgebrochen. Es blieb nichts zurück.',
    done: (count, format) => `${counted(count, PAIRS)} importiert (${format})`,
    counts: (regions, captions) => `${counted(regions, REGIONS)}, ${counted(captions, CAPTIONS)}`,
    openProject: 'Projekt öffnen',
    problems: (leftOut, warnings) =>
      [
        ...(leftOut === 0 ? [] : [`${spellNumber(leftOut)} ausgelassen`]),
        ...(warnings === 0 ? [] : [counted(warnings, { one: 'Warnung', other: 'Warnungen' })]),
      ].join(', '),
    noProblem: 'Nichts wurde ausgelassen.',
    place: 'Ort',
  },
  predictions: {
    lead: 'Vorhersagen Ihres eigenen Modells werden Vorschläge neben unseren, jede für das Paar, das sie nennt. Kein Paar ändert sich: Unter „Prüfen“ wählen Sie, was Sie übernehmen.',
    source: 'Vorhersagen',
    sourcePlaceholder: 'Ein Ordner oder eine Datei wie results.json',
    chooseSource: 'Ordner der Vorhersagen',
    format: 'Format der Vorhersagen',
    name: 'Name des Modells',
    namePlaceholder: 'Wie er bei der Prüfung steht',
    plan: 'Durchsehen',
    start: (count) => `${counted(count, PROPOSALS)} importieren`,
    replace: (count, name) =>
      plural(count, {
        one: `Den Vorschlag von ${name} ersetzen, den 1 dieser Paare hat`,
        other: `Die Vorschläge von ${name} ersetzen, die ${spellNumber(count)} dieser Paare haben`,
      }),
    running: (done, total) =>
      total === 0
        ? `${counted(done, PREDICTIONS)} gelesen`
        : `${spellNumber(done)} von ${spellNumber(total)} gespeichert`,
    cancel: 'Abbrechen',
    cancelled: 'Abgebrochen.',
    planned: (pairs, items) =>
      `${spellNumber(pairs)} von ${counted(items, PREDICTIONS)} können importiert werden`,
    stored: (pairs, name) => `${counted(pairs, PROPOSALS)} von ${name} importiert`,
    matched: ({ key, path, name }) =>
      `Zugeordnet nach Schlüssel: ${spellNumber(key)}, nach Pfad: ${spellNumber(path)}, nach Dateiname: ${spellNumber(name)}`,
    where:
      'Sie stehen bei der Prüfung unter „Vorschlag“, und die Warteschlange lässt sich nach ihnen ordnen.',
    unmatched: (count) => `${counted(count, PREDICTIONS)} ohne Paar`,
    item: 'Vorhersage',
  },
}
