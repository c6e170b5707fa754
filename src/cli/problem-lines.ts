import type { DatasetProblem } from '../contract/dataset'

/** `FILE:LINE: ITEM: message`, as compilers write it, so that editors find the place. */
export function describeProblem({ file, line, item, message, level }: DatasetProblem): string {
  const place = line === null ? file : `${file}:${line}`
  const what = item === null ? message : `${item}: ${message}`
  return `${place}: ${level === 'warning' ? 'warning: ' : ''}${what}`
}
