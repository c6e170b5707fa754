import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A sandboxed preload script is one CommonJS file and may require nothing but `electron`. */
export default defineConfig({
  root,
  build: {
    lib: { entry: `${root}/electron/preload.ts`, formats: ['cjs'], fileName: () => 'preload.cjs' },
    outDir: `${root}/dist/preload`,
    emptyOutDir: true,
    target: 'chrome130',
    minify: false,
    rolldownOptions: { external: ['electron'] },
  },
})
