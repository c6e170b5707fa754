import { safeStorage } from 'electron'

/**
 * Encrypted for this user by the system, as base64. Null where the system has no key store: on Linux Electron
 * would then encrypt with a password that everybody knows.
 */
export async function seal(text: string): Promise<string | null> {
  try {
    return (await hasKeyStore()) ? (await safeStorage.encryptStringAsync(text)).toString('base64') : null
  } catch {
    return null
  }
}

/** Null where it was sealed by another user or system, or the key store is locked. */
export async function unseal(sealed: string): Promise<string | null> {
  try {
    const bytes = Buffer.from(sealed, 'base64')
    return (await hasKeyStore()) ? (await safeStorage.decryptStringAsync(bytes)).result : null
  } catch {
    return null
  }
}

async function hasKeyStore(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) {
    return false
  }
  return (
    process.platform !== 'linux' ||
    !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  )
}
