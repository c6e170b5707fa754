import { describe, expect, test } from 'vitest'
import { imagePoint } from '../stage/camera'
import { brushChart, lassoChart, polygonChart, fillChart, selectChart } from './charts'
import { runTool } from './tool'
import type { Effect, RunningTool, ToolContext, ToolInput } from './tool'

const context: ToolContext = {
  brushDiameter: 8,
  tolerance: 3,
  selectedRegionId: null,
  regionsAt: () => [],
}

type Pointer = 'down' | 'move' | 'up'

function pointer(
  type: Pointer,
  x: number,
  y: number,
  keys: { shift?: boolean; alt?: boolean } = {},
): ToolInput {
  return { type, at: imagePoint(x, y), isShift: keys.shift ?? false, isAlt: keys.alt ?? false }
}

function press(
  tool: RunningTool,
  x: number,
  y: number,
  keys: { shift?: boolean; alt?: boolean } = {},
): Effect[] {
  return [
    ...tool.send(pointer('down', x, y, keys), context),
    ...tool.send(pointer('up', x, y, keys), context),
  ]
}

function types(effects: readonly Effect[]): string[] {
  return effects.map(({ type }) => type)
}

/** A polygon with these corners placed. */
function placed(...corners: [number, number][]): RunningTool {
  const polygon = runTool(polygonChart)
  corners.forEach(([x, y]) => press(polygon, x, y))
  return polygon
}

describe('brush and eraser', () => {
  test('from press to release is one stroke', () => {
    const brush = runTool(brushChart(1))
    expect(types(brush.send(pointer('move', 1, 1), context))).toEqual([])
    const effects = [
      ...brush.send(pointer('down', 1, 1), context),
      ...brush.send(pointer('move', 5, 1), context),
      ...brush.send(pointer('up', 5, 1), context),
    ]
    expect(types(effects)).toEqual(['begin', 'line', 'line', 'line', 'commit'])
    expect(effects[0]).toMatchObject({ label: 'Brush stroke', value: 1 })
    expect(effects[2]).toMatchObject({ from: { x: 1 }, to: { x: 5 }, diameter: 8 })
  })

  test('Escape takes the whole stroke back, and the release after it does nothing', () => {
    const brush = runTool(brushChart(1))
    brush.send(pointer('down', 1, 1), context)
    expect(types(brush.send({ type: 'cancel' }, context))).toEqual(['cancel'])
    expect(brush.send(pointer('up', 9, 9), context)).toEqual([])
  })

  test('Shift draws a straight line from the end of the stroke before', () => {
    const brush = runTool(brushChart(1))
    press(brush, 10, 20)
    const effects = press(brush, 50, 60, { shift: true })
    expect(effects[0]).toMatchObject({ label: 'Straight line' })
    expect(effects[1]).toMatchObject({ from: { x: 10, y: 20 }, to: { x: 50, y: 60 } })
  })

  test('a cancelled stroke is not where the next straight line begins', () => {
    const brush = runTool(brushChart(1))
    press(brush, 10, 20)
    brush.send(pointer('down', 80, 80), context)
    brush.send({ type: 'cancel' }, context)
    expect(press(brush, 50, 60, { shift: true })[1]).toMatchObject({ from: { x: 10, y: 20 } })
  })

  test('Alt turns one into the other', () => {
    expect(press(runTool(brushChart(1)), 1, 1, { alt: true })[0]).toMatchObject({ value: 0 })
    expect(press(runTool(brushChart(0)), 1, 1, { alt: true })[0]).toMatchObject({ value: 1 })
  })
})

describe('polygon', () => {
  test('closes with Enter', () => {
    const effects = placed([0, 0], [10, 0], [10, 10]).send({ type: 'confirm' }, context)
    expect(types(effects)).toEqual(['preview', 'begin', 'polygon', 'commit'])
    expect(effects[0]).toMatchObject({ points: [] })
    expect(effects[2]).toMatchObject({ points: [{ x: 0 }, { x: 10 }, { x: 10 }] })
  })

  test('closes with a press on the first corner or a double press', () => {
    expect(types(press(placed([0, 0], [10, 0], [10, 10]), 1, 1))).toContain('commit')
    const double: ToolInput = { type: 'double', at: imagePoint(10, 10) }
    expect(types(placed([0, 0], [10, 0], [10, 10]).send(double, context))).toContain('commit')
  })

  test('of two corners keeps them and says so, and goes on with a third', () => {
    const polygon = placed([0, 0], [10, 0])
    expect(types(polygon.send({ type: 'confirm' }, context))).toEqual(['too-few-corners'])
    press(polygon, 10, 10)
    const effects = polygon.send({ type: 'confirm' }, context)
    expect(types(effects)).toEqual(['preview', 'begin', 'polygon', 'commit'])
    expect(effects[2]).toMatchObject({ points: [{ x: 0 }, { x: 10 }, { x: 10, y: 10 }] })
  })

  test('is not closed by a double press that places the second corner', () => {
    const polygon = placed([0, 0], [10, 0], [10, 0])
    const double: ToolInput = { type: 'double', at: imagePoint(10, 0) }
    expect(types(polygon.send(double, context))).toEqual(['too-few-corners'])
    polygon.send({ type: 'remove-last' }, context)
    const [preview] = press(polygon, 0, 10)
    expect(preview).toMatchObject({ points: [{ x: 0, y: 0 }, { x: 0, y: 10 }, { x: 0 }] })
  })

  test('Backspace takes the last corner back, until none is left', () => {
    const polygon = placed([0, 0], [10, 0], [10, 10])
    polygon.send({ type: 'remove-last' }, context)
    const [preview] = polygon.send({ type: 'remove-last' }, context)
    expect(preview).toMatchObject({ points: [{ x: 0, y: 0 }] })
    polygon.send({ type: 'remove-last' }, context)
    expect(polygon.send({ type: 'confirm' }, context)).toEqual([])
  })

  test('Escape leaves nothing behind', () => {
    const polygon = placed([0, 0], [10, 0], [10, 10])
    expect(polygon.send({ type: 'cancel' }, context)).toEqual([{ type: 'preview', points: [], value: 1 }])
    expect(polygon.send({ type: 'confirm' }, context)).toEqual([])
  })

  test('begun with Alt takes away', () => {
    const polygon = runTool(polygonChart)
    press(polygon, 0, 0, { alt: true })
    press(polygon, 10, 0)
    press(polygon, 10, 10)
    expect(polygon.send({ type: 'confirm' }, context)[1]).toMatchObject({
      label: 'Polygon cut out',
      value: 0,
    })
  })
})

describe('lasso', () => {
  test('fills its outline when let go', () => {
    const lasso = runTool(lassoChart)
    lasso.send(pointer('down', 0, 0), context)
    lasso.send(pointer('move', 10, 0), context)
    lasso.send(pointer('move', 10, 10), context)
    expect(types(lasso.send(pointer('up', 0, 10), context))).toEqual([
      'preview',
      'begin',
      'polygon',
      'commit',
    ])
  })

  test('a press without a way paints nothing', () => {
    expect(types(press(runTool(lassoChart), 4, 4))).toEqual(['preview'])
  })

  test('Escape leaves nothing behind', () => {
    const lasso = runTool(lassoChart)
    lasso.send(pointer('down', 0, 0), context)
    lasso.send(pointer('move', 10, 0), context)
    lasso.send(pointer('move', 10, 10), context)
    expect(types(lasso.send({ type: 'cancel' }, context))).toEqual(['preview'])
    expect(lasso.send(pointer('up', 0, 10), context)).toEqual([])
  })
})

describe('select', () => {
  const stacked = { ...context, regionsAt: () => ['top', 'middle', 'bottom'] }

  test('chooses the topmost region, and none beside all of them', () => {
    const select = runTool(selectChart)
    expect(select.send(pointer('down', 5, 5), stacked)).toEqual([{ type: 'select', regionId: 'top' }])
    expect(select.send(pointer('down', 90, 5), context)).toEqual([{ type: 'select', regionId: null }])
  })

  test('pressed again at the same place goes on to the region beneath, and around', () => {
    const select = runTool(selectChart)
    const chosen: unknown[] = []
    let selectedRegionId: string | null = null
    for (let count = 0; count < 4; count += 1) {
      const [effect] = select.send(pointer('down', 5 + count, 5), { ...stacked, selectedRegionId })
      selectedRegionId = effect.type === 'select' ? effect.regionId : null
      chosen.push(selectedRegionId)
    }
    expect(chosen).toEqual(['top', 'middle', 'bottom', 'top'])
  })
})

describe('fill', () => {
  test('on the chosen region fills all its holes, beside it the one under the pointer', () => {
    const chosen = { ...context, selectedRegionId: 'a' }
    const on = runTool(fillChart).send(pointer('down', 5, 5), { ...chosen, regionsAt: () => ['a'] })
    const beside = runTool(fillChart).send(pointer('down', 5, 5), chosen)
    expect(on[1]).toEqual({ type: 'holes', at: null })
    expect(beside[1]).toMatchObject({ type: 'holes', at: { x: 5, y: 5 } })
  })

  test('with nothing chosen takes the region that is pressed, and nothing where there is none', () => {
    const on = runTool(fillChart).send(pointer('down', 5, 5), { ...context, regionsAt: () => ['b', 'a'] })
    expect(on[0]).toEqual({ type: 'select', regionId: 'b' })
    expect(types(on)).toEqual(['select', 'begin', 'holes', 'commit'])
    expect(runTool(fillChart).send(pointer('down', 5, 5), context)).toEqual([])
  })
})
