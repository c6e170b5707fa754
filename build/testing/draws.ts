/** How many cases a test draws: many in `npm run test:slow`, few in `npm test`. */
export function manyOrFew(many: number, few: number): number {
  return process.env['DELTASCRIBE_DRAWS'] === 'many' ? many : few
}
