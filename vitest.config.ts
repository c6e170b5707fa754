import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const EVERYTHING = '{src,renderer,electron,build}/**/*.test.ts'
const SLOW = '**/*.slow.test.ts'
/** Folders whose tests leave nothing behind in their process. */
const SHARING = [
  'src/{connector,contract,dataset,domain,graph,mask,metrics,names,packages,scoring,store,synth,text}/**/*.test.ts',
  'src/models/{*.test.ts,layers/**/*.test.ts,*/network/**/*.test.ts}',
]

/** The projects `unit-*` are part of `npm test`, `slow` of `npm run test:slow`. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // starting a process for each of these files takes as long as their tests
        test: { name: 'unit-shared', include: SHARING, exclude: [SLOW], isolate: false },
      },
      // ONNX Runtime and SQLite are native and end with their process; stores of the screen are modules
      { extends: true, test: { name: 'unit-apart', include: [EVERYTHING], exclude: [SLOW, ...SHARING] } },
      { extends: true, test: { name: 'behaviour', include: ['bench/*.test.ts'] } },
      { extends: true, test: { name: 'slow', include: [SLOW], testTimeout: 600_000 } },
    ],
    env: { DELTASCRIBE_CHECKS: '1' },
    pool: 'forks',
    // Vitest leaves a core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // for a machine that is busy with other things
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './build/testing/vitest-reporter.ts'],
    // Processes that tests start are bundled programs, which start in half the time of their sources.
    globalSetup: 'build/tested-programs.ts',
    coverage: {
      provider: 'v8',
      include: [
        'src/{contract,domain,mask,text,metrics,names,graph,synth}/**/*.ts',
        'src/models/{*.ts,layers/**/*.ts,*/network/**/*.ts}',
      ],
      exclude: ['**/*.test.ts', '**/*.node.ts'],
    },
  },
})
