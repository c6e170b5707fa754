import { counted, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const open: TextsOf<'open'> = {
  backups: {
    title: 'Sicherungen dieses Projekts',
    explain:
      'Eine Sicherung entsteht an jedem Tag, an dem am Projekt gearbeitet wird, und bevor sich seine Form ändert. Die neuesten sieben bleiben. Wer eine wiederherstellt, sichert zuerst die jetzige Arbeit, sodass es sich rückgängig machen lässt.',
    none: 'Es gibt noch keine Sicherung: Die erste Änderung eines Tages macht eine.',
    now: 'Jetzt',
    columns: ['Erstellt', 'Anlass', 'Paare', 'Geprüft', 'Änderungen', 'Größe'],
    reasons: {
      day: 'Arbeitstag',
      migration: 'Vor einer Aktualisierung',
      restore: 'Vor einer Wiederherstellung',
    },
    since: (count) =>
      count >= 0 ? `(${spellNumber(count)} seitdem)` : `(${spellNumber(-count)} mehr als jetzt)`,
    wayBack: 'Zurück',
    restore: 'Wiederherstellen',
    restoreOf: (time) => `Sicherung vom ${time} wiederherstellen`,
    confirm: (time) =>
      `Das Projekt wird, was es am ${time} war. Der jetzige Stand wird eine Sicherung, aus der er sich wiederherstellen lässt.`,
    restored: (time) =>
      `Die Sicherung vom ${time} ist wiederhergestellt. Der Stand davor steht in der Liste der Sicherungen.`,
    path: (path) => `Sie liegen in ${path}.`,
    open: 'Sicherungen…',
  },
  title: 'Ordner mit Bildpaaren öffnen',
  lead: 'Deltascribe findet die Bilder davor und danach, schlägt vor, was sich geändert hat, und lässt Sie es korrigieren. In Ihre Bilder wird nie geschrieben.',
  openFolder: 'Ordner öffnen…',
  bucket: {
    open: 'Bucket öffnen…',
    title: 'Bucket öffnen',
    address: 'Adresse',
    server: 'Server und Region',
    endpoint: 'Endpunkt',
    endpointExplain: 'Eines Servers, der nicht von Amazon ist, wie https://minio.example.',
    region: 'Region',
    regionExplain: 'Bei Amazon, wie eu-central-1.',
    pathStyle: 'Der Name des Buckets steht im Pfad, nicht im Namen des Hosts',
    amazon: 'Amazon S3',
    credentials:
      'Zugangsdaten kommen aus der Umgebung (AWS_ACCESS_KEY_ID), aus ~/.aws (AWS_PROFILE) oder aus der Rolle des Rechners. Hier werden keine erfragt oder gespeichert.',
    inTheClear: 'Über http lassen sich Bilder unterwegs lesen und ändern. Verwenden Sie https.',
    listing: 'Die Liste des Buckets wird gelesen…',
    listed: (count) =>
      counted(count, { one: 'Datei bisher aufgelistet', other: 'Dateien bisher aufgelistet' }),
    confirm: 'Öffnen',
  },
  drop: 'oder einen Ordner irgendwo in dieses Fenster ziehen',
  dropHere: 'Ordner loslassen, um ihn zu öffnen',
  dropNeedsApp:
    'Ein Browser verrät nicht, wo ein gezogener Ordner liegt. Verwenden Sie stattdessen „Ordner öffnen…“.',
  dropOne: 'Ziehen Sie nur einen Ordner auf einmal.',
  recent: 'Letzte Projekte',
  noRecent: 'Ordner, die Sie öffnen, stehen hier.',
  recentProgress: (reviewed, total) => `${spellNumber(reviewed)} von ${spellNumber(total)} geprüft`,
  missing: 'Der Ordner ist nicht mehr da',
  forget: (name) => `${name} vergessen`,
  looking: (folder) => `In ${folder} wird nach Paaren gesucht…`,
  storing: 'Die letzte Maske oder Änderung wird gespeichert. Danach wird das Projekt geschlossen.',
  opening: (folder) => `${folder} wird geöffnet…`,
  nothing: {
    title: 'In diesem Ordner wurden keine Bildpaare gefunden',
    explain: 'Deltascribe liest diese Anordnungen, oben im Ordner oder unter train, val und test:',
    layouts: [
      'A/ und B/, before/ und after/, im1/ und im2/ oder t1/ und t2/, mit gleichen Dateinamen in beiden',
      'NAME_before und NAME_after, NAME_0 und NAME_1, NAME_a und NAME_b, NAME_temp und NAME_test oder NAME und NAME_2',
      'images/, sc_images/ und nsc_images/ (CLEVR-Change)',
      'eine .csv- oder .jsonl-Datei, die Pfade davor und danach auflistet',
    ],
    another: 'Anderen Ordner öffnen…',
  },
  readings: {
    title: 'Wie soll dieser Ordner gelesen werden?',
    doubt: 'Mehr als eine Lesart passt, oder Dateien blieben übrig. Wählen Sie die gemeinte.',
    change:
      'Mit einer anderen Lesart wird der Ordner neu geöffnet. Arbeit, die unter dieser entstand, bleibt erhalten.',
    label: 'Lesarten',
    pairs: (count) => counted(count, { one: 'Paar', other: 'Paare' }),
    labels: (count) => counted(count, { one: 'mit Maske', other: 'mit Masken' }),
    leftOut: (count) => counted(count, { one: 'Datei ausgelassen', other: 'Dateien ausgelassen' }),
    examples: 'Erste Paare',
    before: 'Davor',
    after: 'Danach',
    leftOutTitle: 'Ausgelassen',
    more: (count) => `und ${spellNumber(count)} weitere`,
    open: 'Mit dieser Lesart öffnen',
    back: 'Zurück',
  },
  recognised: (title, pairs) => `${title}: ${pairs}`,
  changeReading: 'Einzelheiten',
  folderRead: (added, gone) =>
    `Der Ordner wurde erneut gelesen. Neue Paare: ${spellNumber(added)}. Verschwunden: ${spellNumber(gone)}.`,
  chooser: {
    title: 'Ordner öffnen',
    path: 'Ordner',
    go: 'Los',
    up: 'Einen Ordner nach oben',
    folders: 'Ordner',
    empty: 'Hier gibt es keine Ordner.',
    limited:
      'Nur Ordner, mit denen „serve“ gestartet wurde, sind verwendbar. Für diesen Ordner starten Sie es mit --allow und dem Ordner.',
    choose: 'Diesen Ordner öffnen',
    chooseTarget: 'Diesen Ordner verwenden',
  },
}
