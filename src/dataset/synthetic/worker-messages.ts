import type { SetSpec } from './set-spec'

export type ToWorker =
  | { readonly kind: 'begin'; readonly spec: SetSpec; readonly folder: string }
  | { readonly kind: 'make'; readonly index: number }

export type FromWorker =
  | { readonly kind: 'made'; readonly index: number; readonly record: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly index: number; readonly message: string }
