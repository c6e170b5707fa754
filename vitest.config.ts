import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const tests = '{src,renderer,electron,build}/**/*.test.ts'
const slowTests = '{src,renderer,electron,build}/**/*.slow.test.ts'

/** `unit` is part of `npm test`, `slow` of `npm run test:slow`. */
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: [tests], exclude: [slowTests], testTimeout: 120_000 } },
      { extends: true, test: { name: 'slow', include: [slowTests], testTimeout: 600_000 } },
    ],
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './build/testing/vitest-reporter.ts'],
    // Each file in a child process: ONNX Runtime and SQLite are native and end with their process.
    pool: 'forks',
    // Vitest leaves a core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // Processes that tests start are bundled programs, which start in half the time of their sources.
    globalSetup: 'build/tested-programs.ts',
    coverage: {
      provider: 'v8',
      include: ['src/{contract,domain,mask,text,metrics,graph,systems,synth}/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.node.ts'],
    },
  },
})
