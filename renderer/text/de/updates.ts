import type { TextsOf } from '../texts'

/** Neuere Versionen der App. */
export const updates: TextsOf<'updates'> = {
  title: 'Aktualisierung',
  explain: (feed) =>
    `Deltascribe sucht nur dann nach einer neueren Version, wenn Sie den Knopf drücken. Es fragt ${feed} nach der Liste der Versionen und sendet nichts als diese Anfrage: keinen Namen, keine Nummer dieses Rechners, nichts von Ihrer Arbeit.`,
  never: {
    browser: 'Dies läuft in einem Browser. Aktualisiert wird dort, wo das Programm läuft.',
    source: 'Dies läuft aus dem Quelltext, der mit Git aktualisiert wird.',
    archive: 'Dies wurde aus einem Archiv entpackt. Aktualisiert wird, indem Sie ein neueres entpacken.',
    'no-feed': 'Dieser Build kennt keinen Ort, an dem neuere Versionen liegen.',
  },
  look: 'Nach einer neueren Version suchen',
  looking: 'Eine neuere Version wird gesucht …',
  newest: (version) => `Version ${version} ist die neueste.`,
  found: (version) => `Version ${version} ist da.`,
  notes: 'Was neu ist',
  download: 'Herunterladen, und beim Schließen von Deltascribe installieren',
  downloading: (version) => `Version ${version} wird heruntergeladen.`,
  cancel: 'Das Herunterladen abbrechen',
  downloaded: (version) =>
    `Version ${version} wurde heruntergeladen und geprüft. Sie wird installiert, sobald Sie Deltascribe schließen.`,
  closeNow: 'Jetzt schließen und installieren',
  busy: 'Es wird gerade gearbeitet. Installiert wird, wann immer Sie Deltascribe schließen.',
  failed: {
    unreachable: (detail) =>
      `Dort hat nichts geantwortet (${detail}). Sie können es später noch einmal versuchen.`,
    'no-list': (detail) => `Es gibt keine lesbare Liste der Versionen (${detail}).`,
    damaged: (detail) =>
      `Was kam, ist nicht die angekündigte Datei, und wurde weggeworfen (${detail}). Nichts wurde installiert.`,
    other: (detail) => `Das ist fehlgeschlagen: ${detail}`,
  },
}
