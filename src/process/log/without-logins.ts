/** A text without the logins of addresses in it: `https://bob:secret@host` becomes `https://host`. */
export function withoutLogins(text: string): string {
  return text.replaceAll(/\/\/[^\s/?#]*@/g, '//')
}
