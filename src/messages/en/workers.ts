import { clause } from '../spelling'

interface At {
  path: string
}

/** Proposals by workers, which take them from the project's database. */
export const workers = {
  needsDatabase:
    'Workers take their work from a PostgreSQL database, and this project lies in a file. Move it there first: deltascribe project move.',
  imagesMissing: ({ path }: At) =>
    `The worker does not find ${path}. Start it with --images and the folder of the images on its machine.`,
  lacksPair: ({ key }: { key: string }) => `The project has no pair ${key} any more.`,
  unknownJob: 'Another version of Deltascribe asked for this. Ask again.',
  lacksProposer: ({ name }: { name: string }) => `The worker has no ${name} as it was asked for.`,
  stopped: 'The worker was stopped. Another one goes on with the pair.',
  noImages: ({ reason }: { reason: string }) =>
    `The images could not be had from the server: ${clause(reason)}.`,
}
