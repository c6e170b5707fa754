/** Whether this process holds its answers against the contract: `npm run dev` and the tests ask for it. */
export const checksOutputs = process.env['DELTASCRIBE_CHECKS'] === '1'
