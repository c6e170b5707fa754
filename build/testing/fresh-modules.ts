import { vi } from 'vitest'

/**
 * Before each file of a process that runs several: modules are loaded anew, nothing stands in for a global, and the
 * screen's texts are English.
 */
vi.resetModules()
vi.unstubAllGlobals()
await import('../../renderer/testing/english')
