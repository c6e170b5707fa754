import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the program names what runs it, as Linux and macOS ask of a file that is run by its name', () => {
  const [first] = readFileSync(join(import.meta.dirname, 'main.ts'), 'utf8').split('\n')
  expect(first).toBe('#!/usr/bin/env node')
})
