import { addressText } from '../../buckets/address'
import { connectionDefaults } from '../../buckets/connection-options'
import type { EngineHandlers } from '../../contract/engine'
import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'
import type { AllowedFolders } from '../allowed-folders'
import { inWords } from '../buckets/bucket-place'
import type { EngineState } from '../engine-state'
import { describeReading } from '../project/open-project'

type BucketHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `buckets.${string}`>>

export function bucketHandlers(state: EngineState, allowed: AllowedFolders): BucketHandlers {
  return {
    'buckets.defaults': connectionDefaults,
    'buckets.inspect': ({ address, ...connection }) =>
      inWords(async () => {
        if (state.options.isTeam === true) {
          throw failWith('unavailable', message('buckets.notInTeam'))
        }
        const place = state.buckets.placeOf(address, connection)
        await state.buckets.servers.require(place)
        const readings = await state.buckets.inspect(place)
        allowed.allowUnlisted(place.folder)
        return { folder: place.folder, address: addressText(place), readings: readings.map(describeReading) }
      }),
    'buckets.cancel': () => {
      state.buckets.cancel()
      return null
    },
  }
}
