/** With its sign; what rounds to nothing has none below nothing. */
export function signed(value: number, digits: number): string {
  const spelled = Math.abs(value).toFixed(digits)
  return `${value < 0 && Number(spelled) > 0 ? '−' : '+'}${spelled}`
}
