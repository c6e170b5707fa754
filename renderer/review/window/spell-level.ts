import type { DepthFacts } from '../../../src/contract/value-facts'
import type { PairWindow } from '../../../src/domain/value-mapping'
import { text } from '../../text/chosen'
import { spellValue } from '../../text/spelling'
import { levelOf } from './level'

/** `L 40 W 400`. */
export function spellLevel(window: PairWindow, depth: DepthFacts): string {
  const { level, width } = levelOf(window, depth)
  return text.depth.levelAndWidth(spellValue(level), spellValue(width))
}
