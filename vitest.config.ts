import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { serverPrograms } from './src/store/postgres/testing-server.ts'

const EVERYTHING = '{src,renderer,electron,build,campaign,bench/{gpu,accuracy,adapt}}/**/*.test.ts'
const SLOW = '**/*.slow.test.ts'
/** They start programs, engines or servers, or write whole data sets: seconds each, in `npm run test:slow`. */
const INTEGRATION = '**/*.integration.test.ts'
const SCREEN = 'renderer/**/*.test.ts'
/** They have many cases: a few run in `npm test`, all in `npm run test:slow`. */
const DRAWING = [
  'campaign/edits/pair-model.test.ts',
  'src/images/dicom/dicom.test.ts',
  'src/synth/aerial/pair.test.ts',
  'src/synth/blocks/language/describe.test.ts',
  'src/synth/blocks/pair.test.ts',
  'src/text/ptb/tokenize.test.ts',
]
/** They run a second time on a PostgreSQL server, in `npm run test:slow`. */
const STORE = [
  'src/store/{aside,project-store,pair-queries,pair-embeddings,sequences,pair-windows,long-edits}.test.ts',
  'src/store/{replaced-image,pair-facts,name-examples,claims,stale-edits,reviewed-store,unnamed-proposals}.test.ts',
  'src/store/{take-in-pairs,kept-proposals}.test.ts',
]
/** They put modules in place of others, which lasts as long as their process. */
const MOCKING = [
  'electron/{menu,page}.test.ts',
  'renderer/report-errors.test.ts',
  'src/models/encode-decode/predictor/release.test.ts',
]

/** Messages are compared in English. */
const ENGLISH = 'build/testing/english-messages.ts'

/** The projects `unit-*` are part of `npm test`, `slow*` of `npm run test:slow`. */
export default defineConfig({
  test: {
    projects: [
      // Where each file has a process of its own, to start it takes as long as the tests of most.
      {
        extends: true,
        test: {
          name: 'unit-shared',
          include: [EVERYTHING],
          exclude: [SLOW, INTEGRATION, SCREEN, ...MOCKING],
          isolate: false,
          setupFiles: ENGLISH,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-screen',
          include: [SCREEN],
          exclude: MOCKING,
          isolate: false,
          // stores of the screen are modules, some of which look for the page when they are loaded
          setupFiles: [ENGLISH, 'build/testing/fresh-modules.ts'],
        },
      },
      { extends: true, test: { name: 'unit-apart', include: MOCKING } },
      { extends: true, test: { name: 'behaviour', include: ['bench/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'slow', include: [SLOW], testTimeout: 600_000, setupFiles: ENGLISH },
      },
      {
        extends: true,
        test: {
          name: 'slow-integration',
          include: [INTEGRATION],
          isolate: false,
          setupFiles: ENGLISH,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow-draws',
          include: DRAWING,
          env: { DELTASCRIBE_DRAWS: 'many' },
          isolate: false,
          setupFiles: ENGLISH,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow-database',
          include: serverPrograms() === null ? [] : STORE,
          env: { DELTASCRIBE_TEST_STORE: 'database' },
          globalSetup: 'build/testing/postgres-server.ts',
          isolate: false,
          setupFiles: ENGLISH,
        },
      },
    ],
    // one lane: each has a process, whose start takes longer than most tests propose for
    env: { DELTASCRIBE_CHECKS: '1', DELTASCRIBE_LANES: '1', ORT_DISABLE_TELEMETRY: '1' },
    pool: 'forks',
    // Vitest leaves a core free, which is half of a small machine
    maxWorkers: availableParallelism(),
    // for a machine that is busy with other things
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './build/testing/vitest-reporter.ts'],
    // what was compiled once is compiled again only where it changed
    experimental: { fsModuleCache: true, fsModuleCachePath: 'dist/vitest' },
    // Processes that tests start are bundled programs, which start in half the time of their sources.
    globalSetup: 'build/tested-programs.ts',
    coverage: {
      provider: 'v8',
      include: [
        'src/{contract,domain,mask,text,metrics,names,similar,graph,synth}/**/*.ts',
        'src/models/{*.ts,layers/**/*.ts,*/network/**/*.ts}',
      ],
      exclude: ['**/*.test.ts', '**/*.node.ts'],
    },
  },
})
