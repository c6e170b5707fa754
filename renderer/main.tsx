import './no-eval'
import '@mantine/core/styles.css'
import './shell/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { connectEngine } from './engine'
import { reportErrors } from './report-errors'
import { followPairs } from './queue/rows'
import { followReview } from './review/commands/navigation'
import { followTraining } from './training/runs'
import { followEngine } from './state/engine-state'

reportErrors()
followEngine()
followPairs()
followReview()
followTraining()
connectEngine()

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(<App />)
}
