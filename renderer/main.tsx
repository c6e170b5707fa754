import './no-eval'
import '@mantine/core/styles.css'
import './ui/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { connectEngine } from './engine'
import { followPairs } from './queue/rows'
import { followReview } from './review/panels/navigation'
import { followTraining } from './training/runs'
import { followEngine } from './ui/live'

followEngine()
followPairs()
followReview()
followTraining()
connectEngine()

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(<App />)
}
