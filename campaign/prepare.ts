import { join } from 'node:path'
import { root } from '../build/build'

/** Processes that the campaign starts are the built programs, and its own engine answers as it does for users. */
export function prepareCampaign(): void {
  process.env['DELTASCRIBE_PROGRAMS'] = join(root, 'dist', 'node')
}
