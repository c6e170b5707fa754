import type { Command } from 'commander'
import { failWith } from '../contract/errors'

/** The options of each way to train: on made sets, on corrected pairs, and by another program on these. */
const optionsOf = {
  '--data': [
    '--family --data --dev --out --from --id --minutes --steps --batch --mirror --rate --seed --words --replicas',
    '--threads --sight --without',
  ],
  '--project': [
    '--project --preset --group-by --search --new --json --from --steps --batch --rate --seed --threads',
  ],
  '--trainer': ['--project --trainer --format --from --search --group-by'],
} as const

/**
 * An option that would do nothing is refused: what was meant by it would not be done.
 * @param way the option that says how to train
 * @throws ContractError `invalid-input`
 */
export function refuseForeign(command: Command, way: keyof typeof optionsOf): void {
  const own = new Set(optionsOf[way].flatMap((names) => names.split(' ')))
  const foreign = command.options.flatMap((option) => {
    const isGiven = command.getOptionValueSource(option.attributeName()) === 'cli'
    return isGiven && option.long !== undefined && !own.has(option.long) ? [option.long] : []
  })
  if (foreign.length > 0) {
    throw failWith('invalid-input', `Not with ${way}: ${foreign.join(', ')}. See deltascribe train --help.`)
  }
}
