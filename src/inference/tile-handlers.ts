import { writeFile } from 'node:fs/promises'
import type { Handlers } from '../contract/define'
import { encodePng } from '../images/raster'
import { readAligned } from '../tiles/read-aligned'
import { surveyPair } from '../tiles/survey/survey'
import { tileOfFiner } from '../tiles/picture-tile'
import { countLevels, tileRect } from '../domain/picture-tile'
import { isTooLargeForOne } from '../tiles/tiled-pair'
import type { TiledPairCache } from '../tiles/tiled-pair-cache'
import { withImageErrors } from './decoded-pair-cache'
import type { tiledCommands } from './picture-commands'
import type { InferenceCommands } from './inference-contract'

/** The commands for pictures of images that are too large to be decoded whole. */
export function tileHandlers(
  pairs: TiledPairCache,
): Pick<Handlers<InferenceCommands>, keyof typeof tiledCommands> {
  return {
    tiledLevels: ({ mapping, ...files }) =>
      withImageErrors(async () => {
        if (!(await isTooLargeForOne(files))) {
          return null
        }
        return pairs.use(files, mapping, async (pair) => {
          const { width, height } = pair
          const levels = Array.from({ length: countLevels(pair) }, (_, level) => level)
          const read = {
            before: levels.map((level) => pair.isRead('before', level)),
            after: levels.map((level) => pair.isRead('after', level)),
          }
          return { width, height, read }
        })
      }),
    survey: ({ mapping, parts, ...files }) =>
      withImageErrors(() => pairs.use(files, mapping, (pair) => surveyPair(pair, parts))),
    tile: ({ before, after, frame, mapping, tile, finer, alignment, out }) =>
      withImageErrors(async () => {
        const raster = await pairs.use({ before, after }, mapping, async (pair) => {
          const rect = tileRect(pair, tile)
          if (rect === null) {
            throw new RangeError('there is no such tile')
          }
          if (finer !== null) {
            return tileOfFiner(pair, tile, finer)
          }
          return alignment === undefined
            ? pair.read(frame, tile.level, rect)
            : readAligned(pair, tile.level, rect, alignment)
        })
        await writeFile(out, await encodePng(raster))
        return null
      }),
  }
}
