import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'renderer/**/*.test.ts', 'electron/**/*.test.ts', 'build/**/*.test.ts'],
    // Each file in a child process: ONNX Runtime and SQLite are native and end with their process.
    pool: 'forks',
    // Vitest leaves a core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    // Processes that tests start are bundled programs, which start in half the time of their sources.
    globalSetup: 'build/tested-programs.ts',
    coverage: {
      provider: 'v8',
      include: ['src/{contract,domain,mask,text,metrics,graph,systems,synth}/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.node.ts'],
    },
  },
})
