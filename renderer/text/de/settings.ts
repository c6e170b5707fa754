import { counted, plural, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const settings: TextsOf<'settings'> = {
  title: 'Einstellungen',
  sections: 'Abschnitte',
  appearance: 'Darstellung',
  theme: 'Farbschema',
  themes: { dark: 'Dunkel', light: 'Hell', system: 'Wie das System' },
  language: 'Sprache',
  languageExplain:
    'Die Seite wird in der anderen Sprache neu geladen; Ihre Änderungen werden vorher gespeichert.',
  languageOfSystem: (name) => `Wie das System (${name})`,
  languageLater:
    'Die andere Sprache erscheint, sobald das Fenster neu geöffnet wird: Etwas ist noch nicht fertig oder nicht gespeichert.',
  scale: 'Größe der Oberfläche',
  scaleValue: (scale) => `${Math.round(scale * 100)} %`,
  machine: {
    isOn: 'Vorschläge auf einem anderen Rechner machen',
    explain:
      'Ein Rechner von Ihnen mit Grafikkarte, auf dem Sie sich mit ssh anmelden. Bilder und Modelle werden dorthin gesendet; vorher werden Sie gefragt.',
    host: {
      label: 'Rechner',
      explain: 'Wie bei ssh: server, ich@server oder ein Name aus dessen Einstellungen.',
    },
    command: {
      label: 'Befehl dort',
      explain: 'Startet Deltascribe auf jenem Rechner; es muss dieselbe Version sein.',
    },
    isNoName: 'Geben Sie einen Namen ohne Leerzeichen ein, der nicht mit einem Bindestrich beginnt.',
    isNoCommand: 'Geben Sie den Befehl in einer Zeile ein.',
    goesOnHere: 'Hier weitermachen, wenn er nicht erreichbar ist',
    goesOnHereExplain:
      'Dann macht dieser Rechner die Vorschläge. Sonst warten sie, und jede Minute wird es neu versucht.',
    try: 'Ausprobieren',
    tryExplain: 'Stellt eine Verbindung her und zeigt, was dort ist.',
    declined: 'Es wurde nichts gesendet: Sie haben nicht zugestimmt.',
    found: ({ version, platform, providers, inUse }) =>
      `Deltascribe ${version} auf ${platform}. Verfügbar: ${providers}. Vorschläge entstehen auf: ${inUse}.`,
    provider: (name, speed) => `${name} (${speed})`,
  },
  network: {
    title: 'Netzwerk',
    explain: 'Nur für Zusatzmodelle. Sonst verlässt oder erreicht nichts diesen Rechner über diese Adressen.',
    proxy: {
      label: 'Proxy',
      explain: 'Zum Beispiel http://proxy.example.org:3128. Leer: der Proxy der Umgebung (HTTPS_PROXY).',
    },
    hubMirror: {
      label: 'Spiegelserver des Hugging-Face-Hubs',
      explain: 'Wird statt https://huggingface.co gefragt. Alles Empfangene wird trotzdem geprüft.',
    },
    registryMirror: {
      label: 'Spiegelserver der npm-Registry',
      explain:
        'Wird statt der Registry gefragt, die in npm eingestellt ist. Alles Empfangene wird trotzdem geprüft.',
    },
    isNoAddress: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt, ohne Abfrageteil.',
  },
  review: 'Prüfung',
  reviewer: 'Ihr Name',
  reviewerExplain: 'Wird mit jeder Ihrer Entscheidungen gespeichert.',
  proposals: 'Vorschläge',
  proposer: 'Vorschlagsmodell',
  automatic: 'Automatisch',
  automaticExplain: {
    photographs: (title) => `Die Bilder dieses Ordners sind Fotos: ${title} macht die Vorschläge.`,
    rendered: (title) => `Die Bilder dieses Ordners sind gerenderte Szenen: ${title} macht die Vorschläge.`,
    none: 'Wird an den Bildern erkannt: Ein Modell ist für Fotos, ein anderes für gerenderte Szenen. Wo kein Modell laufen kann, dient die gemessene Differenz.',
  },
  promotedHere: (title) => `Im offenen Ordner macht ${title} die Vorschläge, wie unter „Modelle“ gewählt.`,
  insteadOf: (reason) => `Nicht verwendbar: ${reason}. Stattdessen dient die gemessene Differenz.`,
  missing: 'Es gibt kein Modell mit diesem Namen',
  provider: 'Recheneinheit',
  providerExplain: '„Automatisch“ nimmt die schnellste, die das richtige Ergebnis liefert.',
  unavailable: (title) => `${title} (hier nicht verwendbar)`,
  ahead: 'Nach dem Öffnen eines Ordners Vorschläge für alle Paare machen',
  aheadExplain:
    'Die Vorschläge entstehen im Hintergrund, zuerst für die Paare in der Nähe des gerade offenen.',
  embed: 'Ähnliche Paare finden',
  embedExplain:
    'Nach den Vorschlägen wird jedes Paar im Hintergrund durch eine Einbettung beschrieben. Die Warteschlange braucht sie für ähnliche Paare, für die Reihenfolge mit den verschiedensten Paaren zuerst und für die Karte.',
  keys: 'Tasten',
  keysExplain:
    'Klicken Sie auf eine Taste und drücken Sie die neue. Mit der Rücktaste (Backspace) hat die Aktion keine Taste mehr, mit Escape bleibt alles, wie es ist.',
  keysFilter: 'Aktion suchen',
  pressKey: 'Taste drücken…',
  reset: (label) => `Standardtaste verwenden für: ${label}`,
  resetAll: 'Alle Standardtasten verwenden',
  change: (label) => `Taste ändern für: ${label}, jetzt `,
  noKey: 'keine',
  conflict: (labels) => `Auch verwendet von ${labels}`,
  log: 'Protokoll',
  logExplain:
    'Enthält, was das Programm getan hat und was fehlgeschlagen ist, aber keine Bilder, Bildunterschriften, Notizen oder Schlüssel. Fehlermeldungen können Dateinamen nennen.',
  logPath: 'Datei',
  showLogFolder: 'Ordner anzeigen',
  copyDiagnostics: 'Diagnose kopieren',
  copied: 'Diagnose kopiert.',
  about: 'Über Deltascribe',
  version: (version, platform, node) => `Version ${version} auf ${platform}, Node ${node}`,
  storePath: 'Speicherort der Arbeit',
}

export const names: TextsOf<'names'> = {
  title: 'Namen',
  explain:
    'Geänderte Regionen heißen nach dem, was ein Detektor dort erkennt, und nach Namen, die Sie ähnlichen Regionen gegeben haben.',
  isOn: 'Geändertes benennen',
  isOnExplain: 'Ausgeschaltet ist jede vorgeschlagene Region eine Änderung ohne Namen.',
  leastScore: 'Mindestwert',
  percent: (score) => `${Math.round(100 * score)} %`,
  leastScoreExplain:
    'So sicher muss der Detektor mindestens sein bei dem, was er am besten kennt; bei allem anderen 15 % sicherer. Ein kleinerer Wert benennt mehr Regionen, und mehr davon falsch.',
  isShared: 'Namen aus einem Projekt in allen Projekten verwenden',
  isSharedExplain:
    'Merkmale der Regionen, die Sie benannt haben, liegen dann in Ihrem Benutzerordner: Zahlen, an denen ähnliche wiedererkannt werden, keine Bilder.',
  unavailable: (reason) => `Zurzeit benennt kein Detektor etwas: ${reason}`,
  failed: (reason) => `Die Namen konnten nicht aufgelistet werden: ${reason}`,
  captionLanguage: 'Sprache der Bildunterschriften',
  captionLanguageExplain:
    'Sprache der Bildunterschriften, die aus Messungen und Namen gemacht werden. Wörter, die Sie oder dieses Projekt gewählt haben, stehen darin, wie sie eingegeben wurden. Modelle können Englisch; was Menschen geschrieben haben, bleibt.',
  words: {
    title: 'Wörter dieses Projekts',
    explain:
      'Was der Detektor kennt und wie es in diesem Projekt heißt. Was ausgelassen ist, benennt keine Region. Ein leeres Wort gilt wieder wie im Original.',
    filter: 'Wort suchen',
    none: 'Kein Wort passt.',
    count: (changed) => `${spellNumber(changed)} geändert`,
    word: (kind) => `Wort für ${kind}`,
    leaveOut: 'Auslassen',
    leaveOutKind: (kind) => `${kind} auslassen`,
    reset: (kind) => `Für ${kind} wieder das eigene Wort verwenden`,
    resetAll: 'Alle Wörter wie im Original',
  },
  taught: {
    title: 'Gelernte Namen',
    explain: 'Aus jeder Region, die Sie benennen, wird ihr Name gelernt. Ein Name braucht fünf Beispiele.',
    none: 'Noch kein Name wurde gelernt.',
    count: (count) => counted(count, { one: 'Beispiel', other: 'Beispiele' }),
    notUsed: 'benennt Regionen ab fünf',
    forget: (word) => `${word} vergessen`,
    forgetShort: 'Vergessen',
    confirm: (word) => `„${word}“ vergessen?`,
    confirmExplain: (word, count) =>
      `Gelernt aus: ${count}. Keine neue Region heißt deswegen mehr „${word}“; die schon so heißen, behalten den Namen.`,
  },
  renew: {
    changed:
      'Vorhandene Namen und Bildunterschriften bleiben, bis für die Paare neue Vorschläge gemacht werden.',
    again: 'Neu benennen',
    explain:
      'Macht neue Vorschläge für alle Paare, die niemand bearbeitet hat. Was Menschen getan haben, bleibt.',
    begun: (pairs) =>
      pairs === 0
        ? 'Es gibt kein Paar, das noch niemand bearbeitet hat.'
        : plural(pairs, {
            one: 'Für ein Paar wird ein neuer Vorschlag gemacht.',
            other: `Für ${spellNumber(pairs)} Paare werden neue Vorschläge gemacht.`,
          }),
  },
}
