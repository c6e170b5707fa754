import type { MessagesOf } from '../catalogue'

export const buckets: MessagesOf<'buckets'> = {
  noAddress: ({ address }) =>
    `${address} ist keine Adresse eines Buckets: Schreiben Sie s3://BUCKET oder s3://BUCKET/ORDNER`,
  noBucket: ({ bucket }) =>
    `Den Bucket ${bucket} gibt es nicht: Prüfen Sie seinen Namen und den Endpunkt (AWS_ENDPOINT_URL_S3)`,
  noCredentials:
    'Für den Bucket gibt es keine Zugangsdaten: Setzen Sie AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY, oder AWS_PROFILE',
  otherRegion: ({ bucket }) =>
    `Der Bucket ${bucket} liegt in einer anderen Region: Nennen Sie seine Region, oder setzen Sie AWS_REGION`,
  refused: ({ bucket, code }) =>
    `Der Bucket ${bucket} darf nicht gelesen werden (${code}): Prüfen Sie die Zugangsdaten und ihre Rechte`,
  objectRefused: ({ name, code }) =>
    `${name} darf im Bucket nicht gelesen werden (${code}): Prüfen Sie die Zugangsdaten und ihre Rechte`,
  away: ({ bucket, code }) =>
    `Der Bucket ${bucket} ist nicht zu erreichen (${code}): Versuchen Sie es später noch einmal`,
  damaged: ({ name }) =>
    `${name} kam mehrmals unvollständig oder beschädigt aus dem Bucket: Laden Sie die Datei noch einmal hoch`,
  listBroken: ({ address }) =>
    `Die Liste von ${address} ist nicht vollständig: Der Server sagt nicht, wie sie weitergeht. Versuchen Sie es noch einmal, oder fragen Sie, wer den Server betreibt`,
  tooMany: ({ address }) =>
    `${address} enthält mehr als zwei Millionen Objekte: Nennen Sie den Ordner eines einzelnen Datensatzes`,
  notGiven: ({ path, address }) =>
    `Die Bilder von ${path} liegen im Bucket ${address}: Öffnen Sie ihn mit dieser Adresse`,
  noEndpoint: 'Der Endpunkt ist keine Adresse eines Servers: Schreiben Sie https://HOST',
  noRegion: ({ region }) => `${region} ist kein Name einer Region: Schreiben Sie ihn wie eu-central-1`,
  stopped: 'Das Auflisten des Buckets wurde beendet.',
  notInTeam: 'Ein Team-Server öffnet keinen anderen Bucket: Starten Sie ihn mit der Adresse des Buckets.',
  noImportInTeam:
    'Ein Team-Server liest keinen Datensatz aus einem Bucket: Importieren Sie ihn auf der Befehlszeile.',
  serverNotNamed: ({ origin }) =>
    `${origin} wurde nicht gefragt, da serve nicht damit gestartet wurde: Ergänzen Sie --allow-endpoint ${origin}, oder setzen Sie AWS_ENDPOINT_URL_S3.`,
  serverNotAllowed: ({ origin }) => `${origin} wurde nicht gefragt, da Sie es nicht erlaubt haben.`,
  otherMark: ({ path, address }) =>
    `${path} ist der Ordner von ${address}: Nennen Sie mit --project einen anderen`,
  notEmpty: ({ path }) =>
    `${path} enthält eigene Dateien: Nennen Sie mit --project einen neuen oder leeren Ordner`,
  targetNotEmpty: ({ address }) =>
    `${address} ist nicht leer: Nennen Sie einen eigenen Ort für den Datensatz`,
  targetHasOthers: ({ address, name }) =>
    `In ${address} liegen der Rest eines abgebrochenen Hochladens und ${name}, das nicht zu diesem Datensatz gehört: Entfernen Sie, was dort liegt, oder nennen Sie einen anderen Ort`,
  isPartial: ({ address }) =>
    `${address} ist nicht vollständig: Das Hochladen läuft noch oder wurde abgebrochen. Exportieren Sie noch einmal an denselben Ort`,
  mayNotBeWritten: ({ bucket }) =>
    `In den Bucket ${bucket} darf nichts geschrieben werden: Prüfen Sie die Zugangsdaten und ihre Rechte`,
  fileTooLarge: ({ name }) => `${name} ist größer als 5 GiB, was ein Bucket nicht in einem Stück annimmt`,
}
