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
  noneExports:
    'No worker that takes exports is there. Start one: deltascribe worker --database URL --exports DIR. Or export on this machine.',
  exportWaits: ({ out }: { out: string }) =>
    `An export to ${out} was asked for already, and waits for a worker.`,
  exportOutside: ({ out }: { out: string }) =>
    `${out} leads out of the folder that the worker has for exports. Name a path below it.`,
  exportThere: ({ out }: { out: string }) => `${out} has a data set already. Name another place.`,
  noneCaptions:
    'No worker that takes captions is there. Start one: deltascribe worker --database URL --captions SERVER --caption-model NAME. Or ask from this machine.',
  captionsNeedServer: 'Workers ask servers, and the settings name a model on this machine.',
  proposeFirst: 'The pair has no proposal, and the question is about its regions. Propose for it first.',
  stopped: 'The worker was stopped. Another one goes on.',
  noImages: ({ reason }: { reason: string }) =>
    `The images could not be had from the server: ${clause(reason)}.`,
}
