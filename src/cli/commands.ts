import type { Command } from 'commander'

/** In the order of the help. A command reads its own files alone, as all of them together take most of a second. */
export const commands: ReadonlyMap<string, () => Promise<(program: Command) => void>> = new Map(
  Object.entries({
    pairs: async () => (await import('./pairs')).addPairsCommand,
    slices: async () => (await import('./slices')).addSlicesCommand,
    propose: async () => (await import('./propose')).addProposeCommand,
    caption: async () => (await import('./caption')).addCaptionCommand,
    carry: async () => (await import('./carry')).addCarryCommand,
    statistics: async () => (await import('./statistics')).addStatisticsCommand,
    'compare-reviews': async () => (await import('./compare-reviews')).addCompareReviewsCommand,
    export: async () => (await import('./export')).addExportCommand,
    import: async () => (await import('./import')).addImportCommand,
    convert: async () => (await import('./convert')).addConvertCommand,
    check: async () => (await import('./check')).addCheckCommand,
    serve: async () => (await import('./serve')).addServeCommand,
    users: async () => (await import('./users')).addUsersCommand,
    overlap: async () => (await import('./overlap')).addOverlapCommand,
    score: async () => (await import('./score')).addScoreCommand,
    'score-masks': async () => (await import('./score-masks')).addScoreMasksCommand,
    synth: async () => (await import('./synth')).addSynthCommand,
    compose: async () => (await import('./compose')).addComposeCommand,
    models: async () => (await import('./models')).addModelsCommand,
    train: async () => (await import('./train')).addTrainCommand,
    'bench-systems': async () => (await import('./bench-systems')).addBenchSystemsCommand,
    eval: async () => (await import('./eval')).addEvalCommand,
    worker: async () => (await import('./worker')).addWorkerCommand,
    workers: async () => (await import('./workers')).addWorkersCommand,
    project: async () => (await import('./project')).addProjectCommand,
    doctor: async () => (await import('./doctor')).addDoctorCommand,
  }),
)

/** First words that ask for the command line, and never for the window. A folder of such a name is opened as `./NAME`. */
export const COMMAND_WORDS: readonly string[] = [
  ...commands.keys(),
  'help',
  '--help',
  '-h',
  '--version',
  '-V',
]
