/** The page's Content-Security-Policy, in the app and over HTTP: no code but its own, no eval. */
export function contentSecurityPolicy(connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine writes its variables into style elements
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    `connect-src 'self' ${connect}`.trim(),
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
