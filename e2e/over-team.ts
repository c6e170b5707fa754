/** Played over a team's server with each `npm run test:slow`: what edits, decides, claims, and waits for events. */
export const OFTEN_OVER_TEAM = ['**/{story,screens,dataset,predictions,similar,names,window-level}.spec.ts']

const OWN_SERVERS = 'starts servers of its own, for several people: project serve plays it'

/** Stories that are not played over a team's server, by file or title, and why. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  'claims.spec.ts': OWN_SERVERS,
  'database.spec.ts': OWN_SERVERS,
  'overlap.spec.ts': OWN_SERVERS,
  'team.spec.ts': OWN_SERVERS,
  'workers.spec.ts': OWN_SERVERS,
  'two-programs.spec.ts': 'a database is open to several programs at once: claims.spec.ts plays that',
  'bucket.spec.ts': 'a team’s server opens no bucket but the one that it was started with',
  'save-copy.spec.ts': 'no work lies in the folder: database.spec.ts plays a database that is away',
  'keys-only.spec.ts': 'a team’s server is started with its folder, and has no first screen',
  'a name that is typed in Settings is kept, also where a key leads away from it':
    'the name is the one that somebody signed in with',
}

/** @param file as Playwright names it. Null for a story that is played there. */
export function whyNotOverTeam(file: string, title: string): string | null {
  return NOT_OFFERED[title] ?? NOT_OFFERED[file] ?? null
}
