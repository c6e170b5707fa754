import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePairFolder } from '../images/testing'
import { addExportCommand } from './export'
import { addImportCommand } from './import'
import { ownFolder, runHere } from './testing'

const inFolder = ownFolder()

test('the exit code shows that an export left a pair out', async () => {
  const [source, project] = [inFolder('source'), inFolder('project')]
  await makePairFolder(source, { count: 2, width: 40, height: 30, layout: 'a-b' })
  await runHere(addImportCommand, 'import', source, '--into', project)
  const command = ['export', project, '--format', 'a-b', '--out']
  const whole = await runHere(addExportCommand, ...command, inFolder('whole'))
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('2 pairs') as string })
  const images = await readdir(project, { recursive: true })
  const broken = images.find((name) => name.endsWith('pair_000001.png')) ?? ''
  await writeFile(join(project, broken), 'no image')
  const part = await runHere(addExportCommand, ...command, inFolder('part'))
  expect(part).toMatchObject({ code: 1, err: expect.stringContaining('left out: pair_000001:') as string })
  await rm(join(project, broken))
  const less = await runHere(addExportCommand, ...command, inFolder('less'))
  expect(less).toMatchObject({
    code: 1,
    err: expect.stringMatching(/left out: pair_000001: .* is not there/) as string,
  })
})
