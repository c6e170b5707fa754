import { describe, expect, it } from 'vitest'
import { BLOCKS, planBlocks } from '../plan'
import { judge } from './judge'
import { parseCaption } from './parse'

describe('captions of Blocks pairs', () => {
  it('parse back, in one way only, to all changes of the scene and nothing else, over 10,000 scenes', () => {
    const wrong: string[] = []
    let captions = 0
    for (let seed = 0; seed < 10_000; seed++) {
      const plan = planBlocks(seed, BLOCKS)
      const texts = new Set(plan.captions.map((caption) => caption.text))
      if (texts.size !== plan.captions.length || texts.size < 5 || texts.size > 9)
        wrong.push(`${seed}: not 5 to 9`)
      for (const text of texts) {
        captions++
        const readings = parseCaption(text)
        const verdict = readings.length === 1 ? judge(plan.story, readings[0]) : `${readings.length} readings`
        if (verdict !== null) wrong.push(`${seed}: "${text}": ${verdict}`)
      }
    }
    expect(wrong.slice(0, 10)).toEqual([])
    expect(captions).toBeGreaterThan(50_000)
  })
})
