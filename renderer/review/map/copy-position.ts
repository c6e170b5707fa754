import { georeferenceOfFrame } from '../../../src/domain/georeference'
import { shell } from '../../engine'
import { attempt, notify } from '../../state/notices'
import { currentStage } from '../stage/stage-session'
import { useStageView } from '../stage/stage-view'
import { usePairPlace } from './georeference'
import { positionToCopy } from './spell-place'
import { text } from '../../text/chosen'
import { spellMessage } from '../../text/message'

const words = text.stage.map

/** Puts the coordinates under the pointer on the clipboard. */
export async function copyPosition(): Promise<void> {
  const pointer = currentStage()?.presence.getState().pointer ?? null
  const { georeference } = usePairPlace.getState()
  const place = georeferenceOfFrame(georeference, pointer?.frame ?? 'after')
  if (place === null) {
    notify('info', words.noPlace(georeference?.reasons.map(spellMessage).join(' ') ?? ''))
  } else if (pointer === null) {
    notify('info', words.noPointer)
  } else {
    const copied = positionToCopy(place, useStageView.getState().image, pointer.at)
    const copying = shell === null ? navigator.clipboard.writeText(copied) : shell.copyText(copied)
    const isCopied = await attempt(copying.then(() => true))
    if (isCopied === true) {
      notify('info', words.copied(copied.replace('\n', ' · ')))
    }
  }
}
