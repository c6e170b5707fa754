import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commonFormatNames } from '../../src/dataset/formats/list'
import { filesIn } from '../../src/dataset/import/testing'
import type { Turn } from '../attack'
import { writeDataset } from '../kills/imports'
import { ensure } from '../loss'
import { runProgram } from '../program'
import { mutated } from './mutate'

const PAIRS = 5
const PICTURE = /\.(png|jpg)$/
const CODES: ReadonlySet<number | null> = new Set([0, 1, 2])

/**
 * A data set with a mutated file. It is imported but for what is bad, or refused in words; nothing is left beside it.
 * @param shared where the sets lie that were not mutated
 */
export async function mutatedDataset(turn: Turn, shared: string): Promise<void> {
  const { random } = turn
  const format = random.pick(commonFormatNames)
  const whole = join(shared, format)
  if (!existsSync(whole)) {
    await writeDataset(join(shared, 'images'), format, whole, PAIRS)
  }
  const parent = join(turn.folder, 'deep')
  const [source, into, home] = [join(parent, 'source'), join(parent, 'into'), join(turn.folder, 'home')]
  await cp(whole, source, { recursive: true })
  const path = random.pick([...(await filesIn(source)).keys()].filter((name) => !name.includes('manifest')))
  await writeFile(join(source, path), mutated(random, await readFile(join(source, path))))
  const { code, err, out } = await runProgram(
    turn,
    ['import', source, '--format', format, '--into', into, '--json'],
    home,
  )
  const what = `an import of ${format} with a mutated ${path}`
  ensure(CODES.has(code), `${what} ended with ${code}: ${err}`)
  ensure(code === 0 || err.length + out.length > 0, `${what} ended with ${code} and no message`)
  ensure(!/internal|TypeError|RangeError|undefined is not|at file:/.test(err), `${what} has no words: ${err}`)
  if (PICTURE.test(path)) {
    const { pairCount } = JSON.parse(out === '' ? '{"pairCount":0}' : out) as { pairCount: number }
    ensure(pairCount >= PAIRS - 1, `${what} took only ${pairCount} of ${PAIRS} pairs: ${err}`)
  }
  const left = (await readdir(parent)).filter((name) => name !== 'source' && name !== 'into')
  ensure(left.length === 0, `${what} left ${left.join(', ')}`)
}
