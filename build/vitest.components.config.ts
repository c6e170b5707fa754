import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumProgram } from '../e2e/programs'
import { electronSwitches } from './electron-binary'
import { madePictures } from './made-pictures'

const root = fileURLToPath(new URL('..', import.meta.url))
const chromium = chromiumProgram()

/** Tests of the whole screen in the pseudo-language. */
const SCREENS = 'renderer/text/screens/**/*.test.tsx'

/** Where a folder for pictures is given, these are taken in all languages. */
const shots = process.env['DELTASCRIBE_SHOTS'] ?? null

/** Of the window and of the page in it, so that it is drawn as large as it is. */
const VIEWPORT = { width: 1360, height: 850 }

const forPicturesAlone = [
  {
    browser: 'chromium' as const,
    name: 'german',
    include: [SCREENS],
    setupFiles: `${root}renderer/testing/german.ts`,
  },
  {
    browser: 'chromium' as const,
    name: 'chinese',
    include: [SCREENS],
    setupFiles: `${root}renderer/testing/chinese.ts`,
  },
]

/** Nothing goes over the network, and nothing is drawn that no test looks at. */
const switches = [
  ...electronSwitches(),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** Components of the screen in a page of the machine's own Chromium: `npm run components`. */
export default defineConfig({
  root,
  plugins: [react(), madePictures()],
  server: shots === null ? {} : { fs: { allow: [root, shots] } },
  define: { __SHOTS__: JSON.stringify(shots) },
  cacheDir: `${root}/dist/components`,
  optimizeDeps: {
    // All of them: one that is found while a test runs would load the page anew.
    include: [
      '@mantine/core',
      '@mantine/hooks',
      '@tabler/icons-react',
      '@tanstack/react-virtual',
      'axe-core',
      'konva/lib/Core',
      'react',
      'react-dom',
      'react-dom/client',
      'react-konva',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'zod',
      'zustand',
    ],
    noDiscovery: true,
  },
  test: {
    include: ['renderer/**/*.test.tsx'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './build/testing/vitest-reporter.ts'],
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // To load the screen's modules takes longer than most files, so a page takes one file after the other, and each
    // test resets the stores. Two pages of one browser: each has a focus of its own.
    isolate: false,
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: VIEWPORT,
      provider: playwright({
        launchOptions: {
          args: switches,
          ...('path' in chromium ? { executablePath: chromium.path } : {}),
        },
        // dialogs and menus are there at once
        contextOptions: { reducedMotion: 'reduce', viewport: VIEWPORT },
        actionTimeout: 20_000,
      }),
      // Texts are constants of modules, so each language has pages of its own.
      instances: [
        {
          browser: 'chromium',
          name: 'english',
          exclude: shots === null ? [SCREENS] : [],
          setupFiles: `${root}renderer/testing/english.ts`,
        },
        {
          browser: 'chromium',
          name: 'pseudo',
          include: [SCREENS],
          setupFiles: `${root}renderer/testing/pseudo.ts`,
        },
        ...(shots === null ? [] : forPicturesAlone),
      ],
    },
  },
})
