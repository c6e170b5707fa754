import { vi } from 'vitest'

/** Before each file of a process that runs several: modules are loaded anew, and nothing stands in for a global. */
vi.resetModules()
vi.unstubAllGlobals()
