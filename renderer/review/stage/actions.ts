import { tools, useReviewSession, views } from '../session'

const toolKeys = { pan: 'H', brush: 'B', eraser: 'E', polygon: 'P', lasso: 'L', fill: 'G', select: 'V' }

export const actions = [
  ...views.map((view, index) => ({
    id: `view.${view}`,
    label: `View: ${view}`,
    defaultKey: String(index + 1),
    run: () => useReviewSession.getState().setView(view),
  })),
  ...tools.map((tool) => ({
    id: `tool.${tool}`,
    label: `Tool: ${tool}`,
    defaultKey: toolKeys[tool],
    run: () => useReviewSession.getState().setTool(tool),
  })),
]
