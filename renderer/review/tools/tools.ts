import type { Tool } from '../session'
import { brushChart } from './brush'
import { runTool } from './chart'
import type { RunningTool } from './chart'
import { fillChart } from './fill'
import { lassoChart } from './lasso'
import { polygonChart } from './polygon'
import { segmentChart } from './segment'
import { selectChart } from './select'

/** Null for panning, which moves the view and never the document. */
export function createTool(tool: Tool): RunningTool | null {
  switch (tool) {
    case 'pan':
      return null
    case 'brush':
      return runTool(brushChart(1))
    case 'eraser':
      return runTool(brushChart(0))
    case 'polygon':
      return runTool(polygonChart)
    case 'lasso':
      return runTool(lassoChart)
    case 'segment':
      return runTool(segmentChart)
    case 'fill':
      return runTool(fillChart)
    case 'select':
      return runTool(selectChart)
  }
}
