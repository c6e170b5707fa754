/** How a run of the `electron` package's installer ended. */
interface InstallerEnd {
  error?: NodeJS.ErrnoException
  signal: NodeJS.Signals | null
  stderr: string
}

/** Why it fetched nothing, from what it wrote: the line that names the error, else its last one. */
export function installReason({ error, signal, stderr }: InstallerEnd): string {
  if (error?.code === 'ETIMEDOUT') {
    return 'the download took too long'
  }
  const lines = stderr.split('\n').map((line) => line.trim())
  const named = lines.findLast((line) => /^\w*Error\b/.test(line))
  const last = lines.findLast((line) => line !== '')
  return (
    named ?? last ?? error?.message ?? (signal === null ? 'it gave no reason' : `it was ended by ${signal}`)
  )
}
