import { createRoot } from 'react-dom/client'
import { App } from './App'
import { followStart } from './open/flow'
import { followPairs } from './queue/rows'
import { followReview } from './review/commands/navigation'
import { followTraining } from './training/runs'
import { followEngine } from './state/engine-state'
import { followLeaving } from './shell/leaving'
import { followLanguage } from './shell/language'
import { followSession } from './shell/sign-out'

/** Shows the window. This module and all that it loads keep texts of the language that was chosen before. */
export function start(root: HTMLElement): void {
  followStart()
  followEngine()
  followLanguage()
  followSession()
  followPairs()
  followReview()
  followTraining()
  followLeaving()
  createRoot(root).render(<App />)
}
