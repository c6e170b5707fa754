import type { ProjectStore } from './project-store'

/** A pair as discovery finds it: `A/KEY` and `B/KEY`, with nothing said of it. */
export function foundPair(key: string): Parameters<ProjectStore['pairs']['add']>[0] {
  return { key, split: null, before: `A/${key}`, after: `B/${key}`, label: null, caption: null }
}
