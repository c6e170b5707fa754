import type { InferenceCommands } from '../inference/inference-contract'
import type { Place } from './remote-contract'

type PathKind = Place['kind']
interface PathField {
  /** Names of members from the input on. */
  at: readonly string[]
  kind: PathKind
}

const FRAMES: readonly PathField[] = [
  { at: ['before'], kind: 'image' },
  { at: ['after'], kind: 'image' },
]
const NAMED: readonly PathField[] = [...FRAMES, { at: ['naming', 'detector'], kind: 'folder' }]

/** The requests that another machine answers, and where each has paths. */
const PATHS = {
  propose: [
    ...FRAMES,
    { at: ['proposer', 'folder'], kind: 'folder' },
    { at: ['proposer', 'detector'], kind: 'folder' },
    { at: ['proposer', 'outlines', 'folder'], kind: 'folder' },
    { at: ['proposer', 'outlines', 'cacheFolder'], kind: 'scratch' },
    { at: ['probabilities', 'from'], kind: 'file' },
    { at: ['probabilities', 'out'], kind: 'out' },
  ],
  name: NAMED,
  regionFeatures: NAMED,
  isTaught: [],
  teach: [],
  probe: [],
} as const satisfies Partial<Record<keyof InferenceCommands, readonly PathField[]>>
export type RemoteWork = keyof typeof PATHS

export function isRemoteWork(command: string): command is RemoteWork {
  return Object.hasOwn(PATHS, command)
}

/** A copy of a request with other texts in place of its paths. */
export function withPaths(
  command: RemoteWork,
  input: unknown,
  replace: (path: string, kind: PathKind) => string,
): unknown {
  return PATHS[command].reduce<unknown>((value, { at, kind }) => replaced(value, at, kind, replace), input)
}

function replaced(
  value: unknown,
  at: readonly string[],
  kind: PathKind,
  replace: (path: string, kind: PathKind) => string,
): unknown {
  if (at.length === 0) {
    return typeof value === 'string' ? replace(value, kind) : value
  }
  const [name, ...rest] = at
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
    return value
  }
  const members = value as Record<string, unknown>
  return { ...members, [name]: replaced(members[name], rest, kind, replace) }
}
