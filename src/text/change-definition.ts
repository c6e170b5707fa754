/** A question to a language model, with what counts as change; as it was where that is empty. */
export function withChangeDefinition(question: string, changeDefinition: string): string {
  return changeDefinition === '' ? question : `${question}\nWhat counts as change: ${changeDefinition}`
}
