import { counted, plural, spellFixed, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'
import type { WorkerRunState } from '../../../src/contract/workers'

const RUN_STATES: Readonly<Record<WorkerRunState, string>> = {
  waiting: 'wartet auf einen Arbeiter',
  running: 'läuft',
  paused: 'angehalten',
  failed: 'fehlgeschlagen',
  done: 'fertig, das Modell ist unterwegs',
}

export const shell: TextsOf<'shell'> = {
  appName: 'Deltascribe',
  rail: 'Bereiche',
  routes: {
    open: 'Öffnen',
    queue: 'Warteschlange',
    review: 'Prüfen',
    dataset: 'Datensatz',
    training: 'Training',
    models: 'Modelle',
    settings: 'Einstellungen',
  },
  keys: 'Tasten',
  tooLarge: 'Das ist zu groß zum Senden: Gehen Sie in kleineren Schritten vor.',
  starting: 'Die Engine startet…',
  engineLost: 'Die Engine wurde beendet und startet neu. Ihre Änderungen bleiben erhalten.',
  engineBack: 'Die Engine läuft wieder.',
  serverLost:
    'Der Server antwortet nicht. Was Sie tun, bleibt hier und wird gespeichert, sobald er wieder da ist.',
  serverBack: 'Der Server antwortet wieder.',
  close: 'Schließen',
  cancel: 'Abbrechen',
  dismiss: 'Schließen',
  goThere: 'Dorthin',
  notices: 'Hinweise',
  layers: 'Menüs und Dialoge',
  status: 'Status',
  projectMenu: {
    label: (name) => `Projekt ${name}`,
    readings: 'Wie dieser Ordner gelesen wird…',
    reveal: 'Ordner anzeigen',
    close: 'Projekt schließen',
  },
  team: {
    roles: { viewer: 'Betrachter', reviewer: 'Prüfer', adjudicator: 'Schiedsrichter', owner: 'Besitzer' },
    person: (name, role) => `${name}, ${role}`,
    signOut: 'Abmelden',
    unsaved:
      'Etwas ist noch nicht gespeichert. Schließen Sie es ab oder versuchen Sie es wieder zu speichern, und melden Sie sich dann ab.',
    notSignedOut: 'Der Server war nicht erreichbar, Sie sind also noch angemeldet. Versuchen Sie es wieder.',
    roleChanged: (role) => `Ihre Rolle wurde geändert: Sie sind jetzt ${role}.`,
    viewer: 'Nur zum Ansehen: Ihre Rolle ist Betrachter, daher wird hier nichts von Ihnen gespeichert.',
    needs: (role) => `Dazu braucht es die Rolle ${role}.`,
    ownName: 'Der Name, mit dem Sie sich angemeldet haben. Wird mit jeder Ihrer Entscheidungen gespeichert.',
    ended:
      'Sie sind abgemeldet. Was noch nicht gespeichert ist, bleibt auf diesem Bildschirm und wird gespeichert, sobald Sie sich unter demselben Namen wieder angemeldet haben.',
    signIn: 'Anmelden',
  },
  viewOnly: {
    program: ({ program, pid, host, since }) => `${program} (Prozess ${pid} auf ${host}, seit ${since})`,
    anotherProgram: 'ein anderes Programm',
    held: (who) =>
      `Nur zum Ansehen: Das Projekt ist anderswo zum Bearbeiten offen (${who}). Schließen Sie es dort und drücken Sie dann „Zum Bearbeiten öffnen“.`,
    closed:
      'Nur zum Ansehen: Das andere Programm hat dieses Projekt geschlossen. Drücken Sie „Zum Bearbeiten öffnen“, um hier weiterzuarbeiten.',
    open: 'Zum Bearbeiten öffnen',
    taken: 'Das Projekt ist zum Bearbeiten offen.',
    status: 'Nur zum Ansehen',
  },
  saved: 'Alle Änderungen gespeichert',
  refused: 'Die letzte Änderung wurde nicht gespeichert',
  held: (count) =>
    counted(count, { one: 'Änderung ist nicht gespeichert', other: 'Änderungen sind nicht gespeichert' }),
  storeHeld: 'Noch einmal versuchen',
  saveCopy: {
    button: 'Kopie Ihrer Arbeit speichern…',
    title: 'Wohin die Kopie Ihrer Arbeit kommt',
    choose: 'Kopie hier speichern',
    saved: {
      project: (path, pairs, edits) =>
        `Ihre Arbeit an ${counted(pairs, { one: 'Paar', other: 'Paaren' })} ist in ${path}, mit ${counted(edits, { one: 'Änderung', other: 'Änderungen' })}, die sich nicht speichern ließen. Legen Sie die Bilder neben den Ordner .deltascribe darin und öffnen Sie ihn, oder legen Sie diesen Ordner an die Stelle des verlorenen.`,
      dataset: (path) =>
        `Das Paar auf dem Bildschirm ist in ${path}. Importieren Sie diesen Ordner, um damit weiterzuarbeiten.`,
    },
  },
  saving: (count) =>
    plural(count, {
      one: '1 Änderung wird gespeichert…',
      other: `${spellNumber(count)} Änderungen werden gespeichert…`,
    }),
  provider: {
    work: (shares: string) => `Wofür die Vorschläge der letzten Minute Zeit brauchten: ${shares}.`,
    share: (part: string, percent: number) => `${part} ${percent} %`,
    parts: {
      decoding: 'Dekodieren',
      registration: 'Ausrichten',
      network: 'Netz',
      regions: 'Regionen',
      naming: 'Benennen',
      storing: 'Speichern',
    },
    label: 'Recheneinheit',
    probing: 'Recheneinheiten werden getestet…',
    half: (name) => `${name}, halbe Genauigkeit`,
    instead: (name) =>
      `Was jetzt vorschlägt, bleibt bei: ${name}. Das Gerät wird noch damit verglichen, ist langsamer oder antwortet anders.`,
    speed: (milliseconds) => `${spellFixed(milliseconds, milliseconds < 10 ? 1 : 0)} ms`,
    title: 'Recheneinheiten',
    explain:
      'Jede wurde einzeln an einem bekannten Ergebnis getestet. Die Zeit ist ein Durchlauf des Testgraphen: Kleiner ist schneller.',
    name: 'Recheneinheit',
    time: 'Zeit',
    error: 'Größter Fehler',
    result: 'Ergebnis',
    usable: 'Funktioniert',
    usedNow: 'In Gebrauch',
    probe: 'Neu testen',
    names: {
      auto: 'Automatisch',
      cpu: 'CPU',
      webgpu: 'WebGPU',
      cuda: 'CUDA',
      dml: 'DirectML',
      coreml: 'Core ML',
    },
  },
  machine: {
    at: (host) => `Vorschläge auf ${host}`,
    waits: (host) => `${host} ist nicht nutzbar`,
    notAgreed: 'Stimmen Sie unter Einstellungen, Vorschläge zu, dass Bilder dorthin gesendet werden.',
  },
  proposals: {
    label: 'Vorschläge im Voraus',
    missing: (missing, pairs) =>
      `${spellNumber(missing)} von ${spellNumber(pairs)} Paaren haben noch keinen Vorschlag`,
    some: (proposed, pairs) =>
      `Vorschläge fertig für ${spellNumber(proposed)} von ${spellNumber(pairs)} Paaren`,
    ready: (pairs) => `Vorschläge fertig für alle ${spellNumber(pairs)}`,
    running: (done, total) => `Vorschläge: ${spellNumber(done)} von ${spellNumber(total)}`,
    naming: (done, total) => `Namen: ${spellNumber(done)} von ${spellNumber(total)}`,
    unnamed: (unnamed, pairs) =>
      `${spellNumber(unnamed)} von ${spellNumber(pairs)} Vorschlägen haben noch keine Namen`,
    parts: (done, total) => `Teil ${spellNumber(done)} von ${spellNumber(total)}`,
    rate: (perSecond) =>
      perSecond >= 1 ? `${spellFixed(perSecond, 1)} je Sekunde` : `${Math.round(perSecond * 60)} je Minute`,
    left: (duration) => `noch ${duration}`,
    failed: (count) => `${spellNumber(count)} fehlgeschlagen`,
    nothingLeft: 'Für kein Paar fehlt ein Vorschlag: Jedes hat einen, ist entschieden oder hat ein Problem.',
    start: 'Für alle Paare vorschlagen',
    stop: 'Vorschläge anhalten',
  },
  workers: {
    summary: (workers, open) => `Arbeiter: ${spellNumber(workers)}, offene Paare: ${spellNumber(open)}`,
    present: (machine, done, tasks) => `${machine}: ${spellNumber(done)} fertig (${tasks})`,
    tasks: {
      proposals: 'Vorschläge',
      training: 'Training',
      exports: 'Exporte',
      captions: 'Bildunterschriften',
    },
    run: (state, machine) =>
      machine === null ? `Training: ${RUN_STATES[state]}` : `Training auf ${machine}: ${RUN_STATES[state]}`,
    silent: (machine, seconds) => `${machine}: seit ${spellNumber(Math.round(seconds))} s kein Lebenszeichen`,
    failed: (pair, reason) => `${pair} wurde aufgegeben: ${reason}`,
    propose: 'Arbeiter für alle Paare vorschlagen lassen',
    asked: (added) => `Arbeiter wurden um Vorschläge gebeten, Paare: ${spellNumber(added)}.`,
    allAsked: 'Nichts zu tun: Jedes Paar hat einen Vorschlag oder wartet schon auf einen Arbeiter.',
  },
  embeddings: {
    running: (ready, total) => `Einbettungen: ${spellNumber(ready)} von ${spellNumber(total)}`,
    stop: 'Einbettungen anhalten',
  },
  jobs: {
    progress: (title, done, total) =>
      total === null ? `${title}: ${done}` : `${title}: ${done} von ${total}`,
    cancel: (title) => `${title} abbrechen`,
    interrupted: {
      export:
        'Die Engine wurde dabei beendet. Was geschrieben ist, bleibt: Exportieren Sie noch einmal in denselben Ordner, dann geht es dort weiter.',
      import: 'Die Engine wurde dabei beendet, und es entstand kein Ordner: Importieren Sie noch einmal.',
      predictions:
        'Die Engine wurde dabei beendet. Gespeicherte Vorschläge bleiben: Importieren Sie noch einmal und lassen Sie sie ersetzen.',
      'model-pack':
        'Die Engine wurde dabei beendet. Was heruntergeladen ist, bleibt: Installieren Sie noch einmal, dann geht es dort weiter.',
      captions:
        'Die Engine wurde dabei beendet. Die Bildunterschriften, die kamen, bleiben: Fragen Sie noch einmal, dann kommen die anderen Paare an die Reihe.',
    },
  },
  duration: {
    seconds: (count) => `${count} s`,
    minutes: (count) => `${count} min`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
  },
  ago: {
    now: 'gerade eben',
    minutes: (count) => `vor ${count} min`,
    hours: (count) => `vor ${count} h`,
  },
}
