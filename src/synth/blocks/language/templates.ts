import type { Color, Material, Size } from '../thing'
import type { Reference, Relation } from './reference'
import type { Direction } from './words'

// Words in capitals are slots; `<` and `>` enclose the verb phrase. S and T are definite references ("the red cube
// left of the ball"), P one without a relation, N an indefinite one without its relation ("a red cube"), R the
// relation of N and D a new place ("left of the ball").

export const TEMPLATES: Readonly<Record<StatementKind, readonly string[]>> = {
  color: [
    'S < turned COLOR >',
    'S < has turned COLOR >',
    'S < became COLOR >',
    'S < has become COLOR >',
    'S < is now COLOR >',
    'S < changed to COLOR >',
    'S < changed from FROM to COLOR >',
    'S < changed its color to COLOR >',
    'S < was replaced by a COLOR one >',
    'the color of S < changed to COLOR >',
    'someone < painted > S COLOR',
  ],
  material: [
    'S < became MATERIAL >',
    'S < has become MATERIAL >',
    'S < turned MATERIAL >',
    'S < is now MATERIAL >',
    'S < changed to MATERIAL >',
    'S < changed its material to MATERIAL >',
    'S < was replaced by a MATERIAL one >',
    'the material of S < changed to MATERIAL >',
  ],
  size: [
    'S < GREW >',
    'S < has become LARGER >',
    'S < is now LARGER >',
    'S < changed its size and is now SIZE >',
    'S < is now SIZE >',
    'S < was replaced by a LARGER one >',
    'someone < made > S LARGER',
  ],
  add: [
    'N < appeared > R',
    'N < appeared >',
    'N < has appeared > R',
    'N < has been added > R',
    'N < was added >',
    'N < was placed > R',
    'S < has been added >',
    'S < has been newly placed >',
    'S < is new >',
    'there < is now > N R',
    'someone < added > N R',
    'someone < put > N R',
  ],
  drop: [
    'S < is gone >',
    'S < disappeared >',
    'S < has disappeared >',
    'S < vanished >',
    'S < is missing >',
    'S < is no longer there >',
    'S < has been removed >',
    'S < was removed >',
    'S < was taken away >',
    'someone < removed > S',
    'someone < took > S away',
  ],
  move: [
    'S < moved >',
    'S < has moved >',
    'S < moved WAY >',
    'S < has been moved >',
    'S < was moved WAY >',
    'S < shifted WAY >',
    'S < changed its location >',
    'S < is in a different place >',
    'S < is now D >',
    'someone < moved > P',
    'someone < moved > P WAY',
    'the position of S < changed >',
  ],
  rotate: [
    'S < rotated >',
    'S < has rotated >',
    'S < has been rotated >',
    'S < was turned >',
    'S < turned on the spot >',
    'S < faces another way >',
    'someone < rotated > S',
    'someone < turned > S',
  ],
  swap: [
    'S and T < swapped places >',
    'S and T < have swapped places >',
    'S and T < traded places >',
    'S < switched places with > T',
    'S < changed places with > T',
    'someone < swapped > S and T',
    'S < is now where T was >',
  ],
  none: [
    '< nothing changed >',
    '< nothing has changed >',
    'the scene < stayed the same >',
    'the scene < is the same as before >',
    'the scene < remains the same >',
    'the two scenes < are the same >',
    'there < is no difference >',
    'there < is no change >',
    '< no change was made >',
    'all things < are as they were >',
    'everything < is in its place >',
    'nothing < was added , removed or altered >',
    'the objects < did not change >',
    'only the camera < moved >',
    'the camera < moved > but nothing else changed',
    '< nothing changed > except the view',
  ],
}

/** Words for the slots of a change of size. */
export const GREW_WORDS = {
  yes: ['grew', 'got bigger', 'was enlarged'],
  no: ['shrank', 'got smaller', 'was made smaller'],
} as const
export const LARGER_WORDS = { yes: ['larger', 'bigger'], no: ['smaller'] } as const

/** The templates of `none` that mention a move of the camera. */
export function mentionsCameraMove(template: string): boolean {
  return template.includes('camera') || template.includes('view')
}

/** Statement of one clause of a caption. References to gone or changed things refer to the first frame. */
export type Statement =
  | { readonly kind: 'color'; readonly subject: Reference; readonly from: Color | null; readonly to: Color }
  | { readonly kind: 'material'; readonly subject: Reference; readonly to: Material }
  | {
      readonly kind: 'size'
      readonly subject: Reference
      readonly to: Size | null
      readonly grew: boolean | null
    }
  /** The reference refers to the second frame. */
  | { readonly kind: 'add'; readonly subject: Reference }
  | { readonly kind: 'drop'; readonly subject: Reference }
  | {
      readonly kind: 'move'
      readonly subject: Reference
      readonly direction: Direction | null
      /** Its new place, in the second frame. */
      readonly destination: Relation | null
    }
  | { readonly kind: 'rotate'; readonly subject: Reference }
  | { readonly kind: 'swap'; readonly subject: Reference; readonly other: Reference }
  | { readonly kind: 'none'; readonly camera: boolean }

export type StatementKind = Statement['kind']
