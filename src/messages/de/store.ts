import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const store: MessagesOf<'store'> = {
  diskFull: ({ path }) =>
    `Der Datenträger von ${path} ist voll, daher wurde dies nicht gespeichert: Schaffen Sie Platz und versuchen Sie es noch einmal.`,
  busy: 'Ein anderes Programm schreibt gerade in dieses Projekt. Versuchen Sie es noch einmal, wenn es fertig ist.',
  damaged: ({ path, reason }) =>
    `Der Projektspeicher ${path} ist beschädigt: ${clause(reason)}. Legen Sie eine Kopie dieser Datei an seine Stelle, oder verschieben Sie ihn, um neu zu beginnen.`,
  cannotBeOpened: ({ path, reason }) =>
    `Der Projektspeicher ${path} lässt sich nicht öffnen: ${clause(reason)}. Legen Sie eine Kopie dieser Datei an seine Stelle, oder verschieben Sie ihn, um neu zu beginnen.`,
  cannotBeUsed: ({ path, reason }) =>
    `Der Projektspeicher ${path} lässt sich nicht lesen oder schreiben: ${clause(reason)}. Sehen Sie nach seinem Datenträger und öffnen Sie den Ordner noch einmal.`,
  lookingOnly: 'Dieses Projekt ist nur zum Ansehen geöffnet, daher wurde nichts gespeichert.',
  older: ({ path }) =>
    `${path} stammt von einem älteren Deltascribe oder entsteht gerade. Öffnen Sie es zuerst zum Bearbeiten: Schließen Sie es in dem Programm, das es geöffnet hat, und öffnen Sie es dann hier noch einmal.`,
  newer: ({ path }) =>
    `${path} stammt von einem neueren Deltascribe. Aktualisieren Sie dieses Programm, um es zu öffnen.`,
  notCopied: ({ from, to, reason }) =>
    `Die Arbeit in ${from} ließ sich nicht nach ${to} kopieren: ${clause(reason)}.`,
  gone: ({ path }) =>
    `${path} ist nicht mehr da: Der Ordner wurde gelöscht oder verschoben, oder der Datenträger wurde entfernt. Daher wurde dies nicht gespeichert. Legen Sie die Datei wieder an dieselbe Stelle und versuchen Sie es noch einmal.`,
  logGone: ({ path }) =>
    `${path} ist nicht mehr da: Der Ordner wurde gelöscht oder verschoben, oder der Datenträger wurde entfernt. Daher wurde dies nicht gespeichert. Legen Sie die Datei wieder an dieselbe Stelle oder öffnen Sie den Ordner noch einmal, und versuchen Sie es dann wieder.`,
  otherFile: ({ path }) =>
    `${path} ist eine andere Datei als die, die geöffnet wurde. Daher wurde dies nicht gespeichert. Legen Sie die frühere zurück und versuchen Sie es noch einmal, oder öffnen Sie den Ordner noch einmal, um mit dieser zu arbeiten.`,
  cannotBeReached: ({ path, reason }) =>
    `${path} ist nicht erreichbar (${reason}). Daher wurde dies nicht gespeichert. Sehen Sie nach dem Datenträger und versuchen Sie es dann noch einmal.`,
  held: ({ who }) =>
    `${who} hat dieses Projekt zum Bearbeiten geöffnet. Schließen Sie es dort und tun Sie dies dann noch einmal.`,
  heldNothingChanged: ({ who }) =>
    `${who} hat dieses Projekt zum Bearbeiten geöffnet, daher wurde hier nichts geändert. Schließen Sie es dort und drücken Sie dann „Zum Bearbeiten öffnen“.`,
  releasedNothingChanged:
    'Dieses Projekt ist nur zum Ansehen geöffnet, daher wurde nichts geändert: Drücken Sie zuerst „Zum Bearbeiten öffnen“.',
  anotherProgram: 'Ein anderes Programm',
  holder: ({ program, pid, host, time }) => `„${program}“ (Prozess ${pid} auf ${host}, seit ${time})`,
  noLocks: ({ path, reason }) =>
    `Dateien in ${path} lassen sich nicht sperren (${reason}), daher wird ein anderes Programm, das dieses Projekt öffnet, nicht bemerkt: Öffnen Sie es immer nur in einem Programm.`,
  otherWork: ({ path }) =>
    `Zu diesem Ordner gibt es andere Arbeit in ${path}, aus der Zeit, als er sich nicht beschreiben ließ. Sie wird hier nicht gezeigt.`,
  liesElsewhere: ({ path }) =>
    `Ihre Arbeit an diesem Ordner liegt in ${path}, aus der Zeit, als er sich nicht beschreiben ließ, und geht dort weiter.`,
  keptIn: ({ path }) => `Der Ordner lässt sich nicht beschreiben, daher liegt Ihre Arbeit in ${path}.`,
  keptInOther: ({ path, other }) =>
    `Der Ordner lässt sich nicht beschreiben, daher liegt Ihre Arbeit in ${path}. Was in ${other} liegt, wird hier nicht gezeigt.`,
  copiedFrom: ({ path, from }) =>
    `Der Ordner lässt sich nicht beschreiben, daher wurde Ihre Arbeit von ${from} nach ${path} kopiert und geht dort weiter.`,
  noBackupBefore: ({ reason }) =>
    `Das Projekt wurde auf den neuen Stand gebracht, ohne den alten zu sichern: ${clause(reason)}.`,
  noBackupToday: ({ reason }) =>
    `Die heutige Sicherung dieses Projekts ließ sich nicht anlegen: ${clause(reason)}. Ihre Arbeit geht weiter.`,
  noSuchBackup: ({ name, folder }) => `In ${folder} gibt es keine Sicherung „${name}“.`,
  backupUnreadable: ({ reason }) => `Sie lässt sich nicht lesen: ${clause(reason)}.`,
  backupDamaged: ({ path, reason }) =>
    `${path} ist beschädigt (${reason}). Nichts wurde geändert: Wählen Sie eine andere Sicherung.`,
  notRestored: ({ path, reason }) =>
    `Die Sicherung ließ sich nicht an die Stelle von ${path} setzen (${clause(reason)}). Das Projekt ist, wie es war. Schaffen Sie Platz, schließen Sie andere Programme, die es zeigen, und versuchen Sie es noch einmal.`,
  copyFailed: ({ path, reason }) =>
    `Die Kopie Ihrer Arbeit ließ sich nicht nach ${path} schreiben: ${clause(reason)}. Wählen Sie einen anderen Ort.`,
  nothingToCopy: 'nichts vom Projekt lässt sich lesen, und kein Paar ist zu sehen',
  onlyPairSaved:
    'Nichts vom gespeicherten Projekt ließ sich lesen: Nur das gezeigte Paar wurde gespeichert. Importieren Sie den Ordner, um damit weiterzuarbeiten.',
  recentNotStored: ({ reason }) =>
    `Die Liste der letzten Projekte lässt sich nicht speichern: ${clause(reason)}.`,
  userFolder: ({ path, code }) =>
    `Der Ordner ${path} lässt sich nicht anlegen (${code}). Nennen Sie in der Umgebungsvariable DELTASCRIBE_HOME einen anderen Ordner für die Einstellungen.`,
  sampleCopy: ({ path }) => `Das Beispiel bleibt, wie es ist: Sie arbeiten an einer Kopie in ${path}.`,
  sampleCopyOfOther: ({ path, earlier }) =>
    `Das Beispiel bleibt, wie es ist: Sie arbeiten an einer Kopie in ${path}. Frühere Arbeit in ${earlier} wird nicht gezeigt.`,
  noDatabaseUrl:
    'Das ist keine Adresse einer PostgreSQL-Datenbank: Schreiben Sie postgres://NAME@RECHNER/DATENBANK, und ?schema=NAME dahinter, wo es mehrere Projekte gibt.',
  databaseAway: ({ reason }) =>
    `Die Datenbank ist nicht erreichbar: ${clause(reason)}. Das Letzte wurde nicht gespeichert. Versuchen Sie es wieder, wenn sie zurück ist.`,
  openedOnceThere: 'Der Ordner wird geöffnet, sobald sie erreichbar ist.',
  noAnswer: 'sie antwortet nicht',
  refused: ({ reason }) => `Die Datenbank hat dies nicht angenommen: ${clause(reason)}.`,
  notEmpty: 'Dort gibt es schon Bildpaare: Nennen Sie ein anderes Schema oder einen anderen Ordner.',
  notTheSame: ({ table }) =>
    `Die Kopie ist nicht gleich (${table}), daher wurde nichts behalten. Schließen Sie andere Programme, die das Projekt offen haben, und versuchen Sie es noch einmal.`,
}
