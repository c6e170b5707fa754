import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** One file per process. Packages stay outside the bundle: several are native, and all are shipped. */
export default defineConfig({
  root,
  build: {
    ssr: true,
    outDir: `${root}/dist/node`,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: `${root}/electron/main.ts`,
        deltascribe: `${root}/src/cli/main.ts`,
        engine: `${root}/src/engine/process.ts`,
        inference: `${root}/src/inference/process.ts`,
        training: `${root}/src/training/process.ts`,
        dataset: `${root}/src/dataset/import/process.ts`,
        'replica-worker': `${root}/src/training/replicas/replica-worker.ts`,
        'export-thread': `${root}/src/dataset/export/export-thread.ts`,
        'compose-thread': `${root}/src/dataset/composing/compose-thread.ts`,
        'parent-watch': `${root}/src/process/parent-watch.ts`,
        'synth-worker': `${root}/src/dataset/synthetic/synth-worker.ts`,
      },
      external: [/^[^./]/, 'electron'],
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
    },
  },
})
