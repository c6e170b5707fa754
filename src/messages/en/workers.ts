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
  noneTrains:
    'No worker that trains is there. Start one: deltascribe worker --database URL. Or train on this machine.',
  noneHasModel: ({ name }: { name: string }) =>
    `No worker that trains has ${name}. Take it there by models export and models import, and start the worker again.`,
  stopped: 'The worker was stopped. Another one goes on.',
  noImages: ({ reason }: { reason: string }) =>
    `The images could not be had from the server: ${clause(reason)}.`,
}
