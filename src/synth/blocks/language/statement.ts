import type { Color, Material, Size } from '../thing'
import type { Reference, Relation } from './reference'
import type { Direction } from './words'

/** What one clause of a caption states. References to what is gone or changed hold in the first frame. */
export type Statement =
  | { readonly kind: 'color'; readonly subject: Reference; readonly from: Color | null; readonly to: Color }
  | { readonly kind: 'material'; readonly subject: Reference; readonly to: Material }
  | {
      readonly kind: 'size'
      readonly subject: Reference
      readonly to: Size | null
      readonly grew: boolean | null
    }
  /** The reference holds in the second frame. */
  | { readonly kind: 'add'; readonly subject: Reference }
  | { readonly kind: 'drop'; readonly subject: Reference }
  | {
      readonly kind: 'move'
      readonly subject: Reference
      readonly direction: Direction | null
      /** Where it now is, in the second frame. */
      readonly destination: Relation | null
    }
  | { readonly kind: 'rotate'; readonly subject: Reference }
  | { readonly kind: 'swap'; readonly subject: Reference; readonly other: Reference }
  | { readonly kind: 'none'; readonly camera: boolean }

export type StatementKind = Statement['kind']
