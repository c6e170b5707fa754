import { readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

export interface PageFile {
  path: string
  mimeType: string
}

const MIME_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
}

/**
 * The built page's files by address. Addresses are looked up, never joined to a path, so that none can
 * name a file that is not in the list.
 */
export function pageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const mimeType = MIME_TYPES[extname(entry.name)]
    if (entry.isFile() && mimeType !== undefined) {
      const path = join(entry.parentPath, entry.name)
      files.set(path.slice(folder.length).replaceAll(sep, '/'), { path, mimeType })
    }
  }
  const index = files.get('/index.html')
  if (index !== undefined) {
    files.set('/', index)
  }
  return files
}

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
