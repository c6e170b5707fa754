import {
  IconBrush,
  IconBucketDroplet,
  IconEraser,
  IconHandStop,
  IconLasso,
  IconPointer,
  IconPointerBolt,
  IconPolygon,
} from '@tabler/icons-react'
import { brushChart, lassoChart, polygonChart, fillChart, selectChart } from './charts'
import { segmentSource, segmentChart } from './segment/segment'
import { SegmentBar } from './segment/SegmentBar'
import { runTool } from './tool'
import type { ToolDefinition } from './tool'

/** All tools, in the order of the tool bar. */
const definitions = {
  pan: {
    defaultKey: 'H',
    icon: <IconHandStop size={18} />,
    cursor: 'grab',
    start: null,
    doesDoubleFit: true,
  },
  brush: {
    defaultKey: 'B',
    icon: <IconBrush size={18} />,
    cursor: 'ring',
    start: () => runTool(brushChart(1)),
  },
  eraser: {
    defaultKey: 'E',
    icon: <IconEraser size={18} />,
    cursor: 'ring',
    start: () => runTool(brushChart(0)),
  },
  polygon: {
    defaultKey: 'P',
    icon: <IconPolygon size={18} />,
    cursor: 'crosshair',
    start: () => runTool(polygonChart),
  },
  lasso: {
    defaultKey: 'L',
    icon: <IconLasso size={18} />,
    cursor: 'crosshair',
    start: () => runTool(lassoChart),
  },
  segment: {
    defaultKey: 'W',
    icon: <IconPointerBolt size={18} />,
    cursor: 'crosshair',
    start: () => runTool(segmentChart),
    usesRightButton: true,
    source: segmentSource,
    bar: (pairId) => <SegmentBar pairId={pairId} />,
  },
  fill: {
    defaultKey: 'G',
    icon: <IconBucketDroplet size={18} />,
    cursor: 'crosshair',
    start: () => runTool(fillChart),
  },
  select: {
    defaultKey: 'V',
    icon: <IconPointer size={18} />,
    cursor: 'default',
    start: () => runTool(selectChart),
    doesDoubleFit: true,
  },
} as const satisfies Record<string, ToolDefinition>

export type Tool = keyof typeof definitions

export const tools: Readonly<Record<Tool, ToolDefinition>> = definitions
export const toolNames = Object.keys(definitions) as Tool[]

/** Whether it changes masks: in a project that is for looking only, the canvas is panned instead. */
export function doesEdit(tool: Tool): boolean {
  return tool !== 'pan' && tool !== 'select'
}
