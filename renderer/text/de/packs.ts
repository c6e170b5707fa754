import type { TextsOf } from '../texts'

export const packs: TextsOf<'packs'> = {
  title: 'Zusatzmodelle',
  explain:
    'Modelle von anderen, die nicht mit Deltascribe kommen. Eines wird nur geholt, wenn Sie seine Schaltfläche drücken; alles andere funktioniert auch ohne.',
  what: {
    'sam2-tiny':
      'Für das Segmentieren per Klick und für Vorschläge, deren Masken den Umrissen der Dinge folgen (Differenz + Segment Anything 2).',
  },
  whatFor: {
    segment: '',
    caption: 'Für Bildunterschriften der Anbindung, auf diesem Rechner und ohne Server.',
  },
  installAndUse: (size) => `Installieren und verwenden (${size})`,
  useForCaptions: 'Für Bildunterschriften verwenden',
  usedForCaptions: 'Antwortet der Anbindung für Bildunterschriften.',
  facts: ({ download, disk, licence, source }) =>
    `Download ${download}, ${disk} auf der Festplatte. Lizenz ${licence}. Quelle: ${source}.`,
  dataLicence: (licence) => `Lizenz der Trainingsdaten: ${licence}.`,
  limits: (limits) => `Grenzen: ${limits}`,
  homepage: (address) => `Mehr dazu: ${address}`,
  consent: {
    title: (title) => `${title} holen?`,
    hosts: (hosts, version) =>
      `Noch wurde nichts über das Netz gefragt. Zuerst wird ${hosts} gefragt, was über https an andere Server verweisen kann. Alles Empfangene wird mit seiner SHA-256-Prüfsumme geprüft. Dass und wann Sie Version ${version} zugestimmt haben, wird in Ihrem Benutzerordner festgehalten.`,
    agree: (size) => `Zustimmen und holen (${size})`,
  },
  isOffered: (installed, offered) =>
    `Version ${installed} ist installiert. Version ${offered} wird angeboten; die installierte bleibt in Gebrauch, bis Sie die neue nehmen.`,
  update: (size) => `Aktualisieren (${size})`,
  install: (size) => `Installieren (${size})`,
  goOn: (done, total) => `Download fortsetzen (${done} von ${total} sind da)`,
  forget: 'Heruntergeladenes löschen',
  file: 'Pfad des Archivs',
  filePlaceholder: 'oder der Pfad einer .tar- oder .tgz-Datei oder eines Ordners auf diesem Rechner',
  fromFile: 'Aus der Datei installieren',
  installed: (folder) => `Installiert in ${folder}.`,
  verify: 'Dateien prüfen',
  isIntact: (title) => `${title} ist vollständig.`,
  remove: 'Entfernen',
  adding: (title) => `${title} wird installiert`,
  progress: (done, total, host) =>
    host === null ? `${done} von ${total}` : `${done} von ${total}, von ${host}`,
  cancel: 'Abbrechen',
  cancelNamed: (title) => `Installation von ${title} abbrechen`,
}
