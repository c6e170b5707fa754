import { createRoot } from 'react-dom/client'
import { App } from './App'
import { connectEngine } from './engine'

connectEngine()

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(<App />)
}
