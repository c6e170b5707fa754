import { clause } from '../spelling'
import type { MessagesOf } from '../catalogue'

/** Vorschläge von Arbeitern, die sie aus der Datenbank des Projekts nehmen. */
export const workers: MessagesOf<'workers'> = {
  needsDatabase:
    'Arbeiter holen ihre Arbeit aus einer PostgreSQL-Datenbank, und dieses Projekt liegt in einer Datei. Bringen Sie es zuerst dorthin: deltascribe project move.',
  imagesMissing: ({ path }) =>
    `Der Arbeiter findet ${path} nicht. Starten Sie ihn mit --images und dem Ordner der Bilder auf seinem Rechner.`,
  lacksPair: ({ key }) => `Das Projekt hat kein Paar ${key} mehr.`,
  unknownJob: 'Eine andere Version von Deltascribe hat das verlangt. Verlangen Sie es noch einmal.',
  lacksProposer: ({ name }) => `Der Arbeiter hat ${name} nicht so, wie es verlangt wurde.`,
  noneTrains:
    'Kein Arbeiter, der trainiert, ist da. Starten Sie einen: deltascribe worker --database URL. Oder trainieren Sie auf diesem Rechner.',
  noneHasModel: ({ name }) =>
    `Kein Arbeiter, der trainiert, hat ${name}. Bringen Sie es mit models export und models import dorthin, und starten Sie den Arbeiter neu.`,
  noneExports:
    'Kein Arbeiter, der exportiert, ist da. Starten Sie einen: deltascribe worker --database URL --exports DIR. Oder exportieren Sie auf diesem Rechner.',
  exportWaits: ({ out }) => `Ein Export nach ${out} wurde schon verlangt und wartet auf einen Arbeiter.`,
  exportOutside: ({ out }) =>
    `${out} führt aus dem Ordner, den der Arbeiter für Exporte hat. Nennen Sie einen Pfad darin.`,
  exportThere: ({ out }) => `${out} enthält schon einen Datensatz. Nennen Sie einen anderen Ort.`,
  noneCaptions:
    'Kein Arbeiter, der Beschreibungen holt, ist da. Starten Sie einen: deltascribe worker --database URL --captions SERVER --caption-model NAME. Oder fragen Sie von diesem Rechner aus.',
  captionsNeedServer: 'Arbeiter fragen Server, und die Einstellungen nennen ein Modell auf diesem Rechner.',
  proposeFirst:
    'Das Paar hat keinen Vorschlag, und die Frage handelt von seinen Regionen. Lassen Sie zuerst einen machen.',
  stopped: 'Der Arbeiter wurde beendet. Ein anderer macht weiter.',
  noImages: ({ reason }) => `Der Server gibt die Bilder nicht: ${clause(reason)}.`,
}
