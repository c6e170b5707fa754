/** True in `npm run test:slow`, where those run too that `npm test` has no time for. */
export const hasTime = process.env['DELTASCRIBE_DRAWS'] === 'many'

/** How many cases a test draws: many in `npm run test:slow`, few in `npm test`. */
export function manyOrFew(many: number, few: number): number {
  return hasTime ? many : few
}
