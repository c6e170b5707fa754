import type { MessagesOf } from '../catalogue'

export const roles: MessagesOf<'roles'> = {
  viewer: 'Betrachter',
  reviewer: 'Prüfer',
  adjudicator: 'Schiedsrichter',
  owner: 'Besitzer',
}

export const team: MessagesOf<'team'> = {
  forbidden: ({ role, least }) =>
    `Ihre Rolle (${role}) darf das nicht: Dazu braucht es die Rolle ${least}. Nichts wurde geändert.`,
  ownName: 'Ihr Name ist der, mit dem Sie sich angemeldet haben. Er lässt sich hier nicht ändern.',
  otherName: 'Eine Änderung kann nur den Namen der Person tragen, die sie macht.',
  othersWork: ({ names }) =>
    `Der Ordner bleibt offen: Hier haben ihn auch ${names} offen. Ein Server hat einen Ordner für alle. Öffnen Sie einen anderen, wenn sie gegangen sind, oder starten Sie für ihn einen eigenen Server.`,
  title: 'Anmelden',
  name: 'Name',
  password: 'Passwort',
  signIn: 'Anmelden',
  signedOut: 'Sie sind abgemeldet.',
  wrong: 'Der Name oder das Passwort ist falsch.',
  disabled: 'Dieses Konto ist gesperrt. Fragen Sie, wer diesen Server betreibt.',
  wait: ({ seconds }) => `Es gab zu viele falsche Passwörter. Versuchen Sie es in ${seconds} s wieder.`,
  busy: 'Gerade melden sich viele an. Versuchen Sie es gleich noch einmal.',
  otherSite:
    'Das kam nicht von der Anmeldeseite dieses Servers. Öffnen Sie diese Seite und versuchen Sie es noch einmal.',
  unreadable: 'Das Formular ließ sich nicht lesen. Versuchen Sie es noch einmal.',
  databaseAway:
    'Die Datenbank ist nicht erreichbar, daher kann sich jetzt niemand anmelden. Versuchen Sie es, wenn sie wieder da ist.',
}

export const reviews: MessagesOf<'reviews'> = {
  notAllIn: ({ decided, wanted }) =>
    `${decided} von ${wanted} blinden Prüfungen dieses Paars sind entschieden. Bis es alle sind, sieht niemand die der anderen, und das Paar selbst lässt sich nicht ändern.`,
  adjudicated: 'Über dieses Paar wurde geschlichtet. Ihre Prüfung lässt sich nicht mehr ändern.',
  full: ({ wanted }) =>
    `${wanted} Personen prüfen dieses Paar schon, und mehr sind nicht gewünscht. Gehen Sie zum nächsten.`,
  none: ({ name }) => `Es gibt keine Prüfung dieses Paars durch ${name}.`,
  goldUndecided: ({ key }) =>
    `Über ${key} ist noch nicht entschieden: Entscheiden Sie zuerst, denn Prüfungen werden an seinen eigenen Masken gemessen.`,
  notCarried: 'Bereiche einer blinden Prüfung werden nicht auf andere Zeitpunkte übertragen.',
}
