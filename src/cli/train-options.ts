import type { Command } from 'commander'
import { failWith } from '../contract/errors'

/** The options of each mode: on synthetic sets, on corrected pairs, and with an external trainer. */
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
 * Rejects options that would have no effect.
 * @param mode the option that selects the mode
 * @throws ContractError `invalid-input`
 */
export function rejectForeignOptions(command: Command, mode: keyof typeof optionsOf): void {
  const own = new Set(optionsOf[mode].flatMap((names) => names.split(' ')))
  const foreign = command.options.flatMap((option) => {
    const isGiven = command.getOptionValueSource(option.attributeName()) === 'cli'
    return isGiven && option.long !== undefined && !own.has(option.long) ? [option.long] : []
  })
  if (foreign.length > 0) {
    throw failWith('invalid-input', `Not with ${mode}: ${foreign.join(', ')}. See deltascribe train --help.`)
  }
}
