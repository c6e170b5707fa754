import { Command, InvalidArgumentError } from 'commander'
import { buildIfStale } from '../build/build'
import { attackNames, attacksNamed } from './attacks'
import { runCampaign } from './campaign'
import { reportOf } from './report'
import { prepareCampaign } from './prepare'

/** `npm run campaign -- --minutes 10 --seed 7 --only edits,export`: attacks the program and ends with 1 at a loss. */
interface Flags {
  minutes: number
  seed: number
  only: string[]
  turn: number
}

const program = new Command('campaign')
  .description('Attack the program and look for what is lost')
  .option('--minutes <number>', 'how long', positive, 10)
  .option(
    '--seed <number>',
    'of all that is drawn; the clock draws one where none is given',
    whole,
    Date.now() % 2 ** 31,
  )
  .option('--only <names>', `some of ${attackNames.join(',')}`, names, attackNames)
  .option('--turn <number>', 'begin each attack with this turn', whole, 0)
const { minutes, seed, only, turn } = program.parse().opts<Flags>()

console.log(`seed ${seed}`)
await buildIfStale()
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
prepareCampaign()
const result = await runCampaign({
  minutes,
  seed,
  firstTurn: turn,
  attacks: attacksNamed(only),
  signal: stop.signal,
})
console.log(reportOf(result, seed))
process.exit(result.found === null ? 0 : 1)

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0 && Number.isFinite(value))) {
    throw new InvalidArgumentError('It must be a number above 0.')
  }
  return value
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) {
    throw new InvalidArgumentError('It must be a whole number from 0.')
  }
  return value
}

function names(text: string): string[] {
  const given = text.split(',')
  const unknown = given.find((name) => !attackNames.includes(name))
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`There is no attack "${unknown}". There are ${attackNames.join(', ')}.`)
  }
  return given
}
