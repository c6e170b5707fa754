import type { TextsOf } from '../texts'

/** The start screen for someone who is new. */
export const samples: TextsOf<'samples'> = {
  title: 'Mit einem Beispiel ausprobieren',
  explain: 'Ein Beispiel öffnet sich als Kopie in Ihrem Benutzerordner. Sie können alles darin ändern.',
  cards: {
    everyday: { title: 'Alltägliche Fotos', line: '11 Paare: ein Tisch, Tiere, ein Tempel, eine Düne' },
    aerial: {
      title: 'Der Boden von oben',
      line: '9 Paare: eine Straße im Wald, Bäume im Winter, eine Stadt',
    },
    rendered: {
      title: 'Gerenderte Szenen',
      line: '40 Paare: Körper und Land, von einem Programm gezeichnet',
    },
  },
  pair: {
    title: 'Was ein Paar ist',
    before: 'Davor',
    after: 'Danach',
    mask: 'Maske: was sich geändert hat',
    explain:
      'Zwei Bilder eines Ortes. Deltascribe schlägt die Maske und einen Satz über die Änderung vor, und Sie korrigieren beides.',
  },
  layouts: {
    title: 'Wie Ihre Bilder in einem Ordner liegen können',
    folders: 'Zwei Ordner, gleiche Namen',
    suffixes: 'Namen mit einer Endung',
    list: 'Eine Liste von Pfaden',
    columns: 'before,after',
  },
  credits: {
    title: 'Fotos der Beispiele',
    explain: 'Jedes Paar wurde aus einem Teil eines dieser Fotos zusammengesetzt.',
  },
}

/** What Review shows a newcomer. */
export const hints: TextsOf<'hints'> = {
  label: 'Hinweis',
  paint: (brush, eraser) =>
    `Fehlt etwas in der Maske? Malen Sie es mit dem Pinsel (${brush}). Der Radierer (${eraser}) nimmt weg.`,
  accept: (key) => `Stimmt jetzt alles? Mit ${key} nehmen Sie das Paar an und gehen zum nächsten.`,
  remove: (next, remove) =>
    `Ist eine Region keine Änderung? Wählen Sie sie mit ${next} oder einem Klick, und entfernen Sie sie mit ${remove}.`,
  caption: (key) => `Sagt der Satz, was sich geändert hat? Mit ${key} verbessern Sie ihn.`,
  close: 'Schließen',
  none: 'Keine Hinweise mehr',
}
