import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The page: served from the app's own protocol or over loopback, so every address in it is relative. */
export default defineConfig({
  root: `${root}/renderer`,
  base: './',
  plugins: [react()],
  build: {
    outDir: `${root}/dist/renderer`,
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
})
