import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { OUTSIDE } from '../build/vite.node.config'

const targets = join(import.meta.dirname, 'targets')

/** One module for each target, with all that it reads, so that the fuzzer sees every branch of it. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true, external: OUTSIDE },
  build: {
    ssr: true,
    outDir: join(import.meta.dirname, '..', 'dist', 'fuzz', 'programs'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(
          readdirSync(targets).map((file) => [file.replace('.ts', ''), join(targets, file)]),
        ),
        'frame-thread': join(import.meta.dirname, '..', 'src', 'images', 'dicom', 'frame-thread.ts'),
      },
      external: OUTSIDE,
      output: {
        // threads have the names that they have in the program
        entryFileNames: ({ name }) => (name.endsWith('-thread') ? '[name].js' : '[name].mjs'),
        chunkFileNames: 'shared-[hash].mjs',
      },
    },
  },
})
