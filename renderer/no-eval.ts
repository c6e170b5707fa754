import { z } from 'zod'

// The page's policy forbids `eval`; zod must not even try it.
z.config({ jitless: true })
