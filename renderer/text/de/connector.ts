import { THIS_MACHINE } from '../../../src/contract/connector'
import { plural, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

const HERE = 'auf diesem Rechner'

export const connector: TextsOf<'connector'> = {
  title: 'Anbindung für Bildunterschriften',
  explain:
    'Fragt ein Bild-Sprachmodell nach Bildunterschriften: eines, das Sie unter „Modelle“ installieren, auf diesem Rechner und ohne Server, oder einen Server auf Ihrem Rechner oder in Ihrem Netz, der dem Protokoll von OpenAI folgt, etwa llama.cpp, Ollama, vLLM oder LM Studio. Alles andere funktioniert auch ohne.',
  isOn: 'Ein Modell nach Bildunterschriften fragen',
  place: {
    label: 'Wer antwortet',
    explain: 'Ein Modell auf diesem Rechner sendet nichts an andere.',
    server: 'Ein Server',
    pack: (title) => `${title}, ${HERE}`,
    missing: (title) => `${title} (nicht installiert)`,
    install: 'Modelle…',
    installExplain: 'Mit einem Modell, das dort installiert ist, brauchen Sie keinen Server.',
  },
  offExplain: 'Aus: Nichts wird gesendet.',
  onExplain: (url) => `Anfragen gehen an ${url}, nur wenn Sie „Fragen“ drücken.`,
  address: 'Adresse',
  reach: {
    machine: 'Auf diesem Rechner.',
    network: 'In Ihrem eigenen Netz.',
    public: 'Im öffentlichen Netz.',
    unknown: '',
  },
  addressExplain:
    'Zum Beispiel http://127.0.0.1:8080/v1 (llama.cpp), oder Port 11434 (Ollama), 8000 (vLLM), 1234 (LM Studio).',
  notAgreed: 'Sie liegt nicht auf diesem Rechner, und Sie haben nicht zugestimmt, Bilder dorthin zu senden.',
  agree: 'Zustimmen…',
  model: 'Modell',
  modelExplain: 'Ein Bild-Sprachmodell, mit dem Namen, den der Server ihm gibt.',
  listed: (count) =>
    plural(count, { one: 'Der Server nennt 1 Modell.', other: `Der Server nennt ${count} Modelle.` }),
  list: 'Modelle auflisten',
  listing: 'Der Server wird gefragt…',
  notListed: (reason) => `Keine Liste: ${reason} Sie können den Namen eingeben.`,
  key: 'API-Schlüssel',
  keyPlaceholder: 'Nur wenn der Server einen verlangt',
  keyGiven: (origin) =>
    `Ein Schlüssel für ${origin} ist gespeichert, verschlüsselt von diesem System. Er wird nur dorthin gesendet.`,
  keyThisRun: (origin) =>
    `Ein Schlüssel für ${origin} wird behalten, bis Deltascribe geschlossen wird: Dieses System hat keinen Schlüsselspeicher. Er wird nur dorthin gesendet.`,
  keyElsewhere: (origin) => `Es gibt einen Schlüssel für ${origin}. An diese Adresse wird er nicht gesendet.`,
  keyNone: 'Keiner. Er käme in den Schlüsselspeicher des Systems, nie in ein Projekt oder ein Protokoll.',
  keyShow: 'Schlüssel zeigen oder verbergen',
  keySave: 'Diesen Schlüssel verwenden',
  keyForget: 'Schlüssel vergessen',
  seconds: 'Zeitlimit in Sekunden',
  secondsExplain: 'Für eine Antwort. Ein großes Modell ohne GPU kann Minuten brauchen.',
  side: 'Größe der Bilder in Pixeln',
  sideExplain: 'Lange Seite. Größere zeigen mehr und brauchen länger.',
  instruction: 'Anweisung',
  instructionExplain: (mark) =>
    `${mark} steht für die geänderten Regionen in Worten: was, wie, wo, wie groß. Ohne ${mark} werden sie nicht gesendet.`,
  instructionReset: 'Standard verwenden',
  sent: {
    title: 'Was mit jeder Anfrage gesendet wird',
    pictures: (side) =>
      `beide Bilder des Paars als JPEG, höchstens ${side} Pixel lang, um kleine Änderungen ausgeschnitten, mit umrandeten und nummerierten Regionen`,
    words:
      'die Anweisung mit den Regionen in Worten: Namen von Regionen und Wörter der Bildunterschriften, die auf sie zeigen',
    model: 'der Name des Modells, und der Schlüssel, wenn es einen gibt',
    localTitle: 'Was das Modell mit jeder Anfrage bekommt',
    local: (side) =>
      `Das Modell läuft auf diesem Rechner: Nichts wird gesendet. Es bekommt beide Bilder des Paars, höchstens ${side} Pixel lang, um kleine Änderungen ausgeschnitten, mit umrandeten und nummerierten Regionen, und die Anweisung mit den Regionen in Worten.`,
    nothingElse: 'Keine Dateinamen, keine Ordner, keine Metadaten der Dateien, keine anderen Paare.',
  },
  trial: {
    button: 'Ausprobieren',
    explain: (host) => `Fragt ${host} nach einem Paar des Beispiels, das mit Deltascribe kommt.`,
    running: (host) => `${host} betrachtet das Beispielpaar…`,
    answer: 'Die Antwort',
    facts: (model, url, seconds) => `${model}, ${url ?? HERE}, in ${seconds} s`,
    noChange: 'Verstanden als: Nichts hat sich geändert.',
    failed: 'Keine Antwort',
    details: (kilobytes) => `Was gesendet wurde (${spellNumber(kilobytes)} kB)`,
    before: 'Das Bild davor, wie es gesendet wurde',
    after: 'Das Bild danach, wie es gesendet wurde',
  },
  goesTo: (model, url) => `${model}, ${url}`,
  thisMachine: 'dieser Rechner',
  onThisMachine: (model) => `${model}, ${HERE}: Nichts wird gesendet`,
  ask: (host) => `${host} fragen`,
  askExplain: (model, url) =>
    `Fragt ${model} bei ${url}, was sich geändert hat. Die Bilder und die Regionen werden dorthin gesendet. Die Antwort kommt als Bildunterschrift hinzu und lässt sich rückgängig machen.`,
  askLocalExplain: (model) =>
    `Fragt ${model} auf diesem Rechner, was sich geändert hat. Nichts wird gesendet. Die Antwort kommt als Bildunterschrift hinzu und lässt sich rückgängig machen.`,
  running: (host) => `${host} betrachtet das Paar…`,
  runningForOther: (host) => `${host} betrachtet noch ein anderes Paar…`,
  elapsed: (seconds) => `${seconds} s`,
  cancel: 'Abbrechen',
  cancelRequest: 'Anfrage abbrechen',
  dismiss: 'Schließen',
  off: 'Die Anbindung für Bildunterschriften ist aus. Schalten Sie sie in den Einstellungen ein.',
  same: (host) => `${host} sagt dasselbe wie vorher.`,
  noChange: (host, regions) =>
    plural(regions, {
      one: `${host} sagt, dass sich nichts geändert hat, obwohl eine Region markiert ist.`,
      other: `${host} sagt, dass sich nichts geändert hat, obwohl ${regions} Regionen markiert sind.`,
    }),
  elsewhere: (key, caption) => `Zu ${key} hinzugefügt: „${caption}“`,
  otherFolder: (key, caption) =>
    `Die Antwort zu ${key} kam, als schon ein anderer Ordner offen war, und wurde nicht hinzugefügt: „${caption}“`,
  source: (model, host) => (host === THIS_MACHINE ? `${model} ${HERE}` : `${model} bei ${host}`),
  label: (host) => `Bildunterschrift von ${host}`,
  pairs: {
    title: (count) =>
      plural(count, {
        one: 'Nach einer Bildunterschrift für 1 Paar fragen?',
        other: `Nach Bildunterschriften für ${spellNumber(count)} Paare fragen?`,
      }),
    open: 'Nach offenen Paaren fragen',
    selected: (host) => `${host} fragen`,
    explain: {
      here: 'Die Paare kommen nacheinander an die Reihe, im Hintergrund. Jede Antwort kommt als Bildunterschrift hinter die vorhandenen. Die Statusleiste zeigt den Stand und bricht ab.',
      workers:
        'Arbeiter fragen nach den Paaren. Jede Antwort kommt als Bildunterschrift hinter die vorhandenen. Die Statusleiste zeigt, wie viele noch offen sind.',
    },
    leftOut:
      'Ausgelassen: Paare, die angenommen, korrigiert oder abgelehnt sind, und solche, die schon eine Bildunterschrift dieses Modells haben.',
    address: 'Adresse',
    model: 'Modell',
    start: (host) => `An ${host} senden`,
    startLocal: (model) => `${model} fragen`,
    askWorkers: 'Arbeiter fragen lassen',
    asked: (added, unproposed) =>
      unproposed === 0
        ? `Arbeiter wurden um Bildunterschriften gebeten, Paare: ${spellNumber(added)}.`
        : `Arbeiter wurden um Bildunterschriften gebeten, Paare: ${spellNumber(added)}. Noch ohne Vorschlag und nicht dabei: ${spellNumber(unproposed)}.`,
    where: {
      title: 'Wer fragt',
      names: { here: 'Dieser Rechner', workers: 'Arbeiter' },
      explain: {
        here: 'Wo Deltascribe selbst läuft.',
        workers: 'Die mit eben dieser Adresse und diesem Modell gestartet wurden.',
      },
    },
    isRunning: 'Nach Bildunterschriften wird schon gefragt.',
  },
}
