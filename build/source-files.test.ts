import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readImports } from './imports/graph'
import { sourceFiles } from './source-files'

/** Sources as an archive has them: no checkout of Git. */
function unpacked(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'deltascribe-sources-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('sources are listed without Git, and nothing that was made or installed is', () => {
  const root = unpacked({
    'src/one.ts': '',
    'renderer/open/Open.tsx': '',
    'some.config.ts': '',
    'src/one.css': '',
    'dist/made.ts': '',
    'node_modules/zod/index.ts': '',
    'sample/.deltascribe/note.ts': '',
  })
  expect(sourceFiles(root)).toEqual(['renderer/open/Open.tsx', 'some.config.ts', 'src/one.ts'])
})

test('imports are read where there is no checkout of Git', () => {
  const root = unpacked({
    'src/one.ts': "import { two } from './two'",
    'src/two.ts': "import 'zod'",
    'bench/three.ts': '',
  })
  expect([...readImports(root, ['src'])]).toEqual([
    ['src/one.ts', ['src/two.ts']],
    ['src/two.ts', ['zod']],
  ])
})
