import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Native packages and those that are mostly data stay in node_modules. */
export const OUTSIDE = [
  'electron',
  'onnxruntime-node',
  'onnxruntime-common',
  '@napi-rs/image',
  '@cornerstonejs/codec-charls',
  '@cornerstonejs/codec-openjpeg',
  '@photostructure/sqlite',
  '@techstark/opencv-js',
  'WNdb',
  'epsg-index',
  'wink-nlp',
  'wink-eng-lite-web-model',
]

/** One file per process, with its packages in it: to find and read hundreds of small files takes longer than to run them. */
export default defineConfig({
  root,
  ssr: { noExternal: true, external: OUTSIDE },
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
        caption: `${root}/src/captioning/process.ts`,
        'device-thread': `${root}/src/inference/device-thread.ts`,
        'proposing-thread': `${root}/src/inference/proposing-thread.ts`,
        'session-worker': `${root}/src/training/replicas/session-worker.ts`,
        'frame-thread': `${root}/src/images/dicom/frame-thread.ts`,
        'export-thread': `${root}/src/dataset/export/export-thread.ts`,
        'compose-thread': `${root}/src/dataset/composing/compose-thread.ts`,
        'agreement-thread': `${root}/src/scoring/reviews/agreement-thread.ts`,
        'similar-thread': `${root}/src/engine/similar/similar-thread.ts`,
        'connection-thread': `${root}/src/store/postgres/connection-thread.ts`,
        'parent-watch': `${root}/src/process/parent-watch.ts`,
        'synth-worker': `${root}/src/dataset/synthetic/synth-worker.ts`,
      },
      // parts of a package too
      external: (id) => OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
    },
  },
})
